"""The laboratory's surveys of pools of roles, if their files can be read."""

import logging
from functools import cache

from engine.editions.g54.pool_survey import Survey, survey
from engine.errors import NoSurvey

log = logging.getLogger(__name__)


@cache
def survey_here(ruleset: str) -> Survey | None:
    """Returns the survey of a ruleset's pools; None if its file cannot be read, which is logged once."""
    try:
        return survey(ruleset)
    except NoSurvey as error:
        log.warning(
            "%s Until then pools are shown without figures, and none is drawn among the best.",
            error,
        )
        return None
