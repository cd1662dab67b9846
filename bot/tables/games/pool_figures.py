"""The laboratory's survey of pools of roles, if its file can be read."""

import logging
from functools import cache

from engine.editions.g54.pool_survey import Survey, survey
from engine.errors import NoSurvey

log = logging.getLogger(__name__)


@cache
def survey_here() -> Survey | None:
    """Returns the survey of all pools; None if its file cannot be read, which is logged once."""
    try:
        return survey()
    except NoSurvey as error:
        log.warning(
            "%s Until then pools are shown without figures, and none is drawn among the best.",
            error,
        )
        return None
