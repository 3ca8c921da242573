"""Names the cause of a difference."""


def cause_of(row, scenario):
    return "differs"
