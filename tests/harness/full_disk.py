"""A disk that is full, as far as this process is concerned."""

import resource
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def no_file_over(size: int) -> Generator[None]:
    """Lets this process write no file above a size, as on a full disk."""
    allowed = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, allowed[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, allowed)
