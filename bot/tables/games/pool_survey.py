"""What the laboratory found of pools of roles, where its file is of use."""

import logging
from functools import cache

from engine.editions.g54.pool_survey import Survey, survey
from engine.errors import NoSurvey

log = logging.getLogger(__name__)


@cache
def survey_here() -> Survey | None:
    """What was found of all pools; None where there is nothing, which is logged once: all else goes on."""
    try:
        return survey()
    except NoSurvey as error:
        log.warning(
            "%s Until then pools are shown without figures, and none is drawn among the best.",
            error,
        )
        return None
