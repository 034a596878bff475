/**
 * When questions are asked that name no day. Fixed, so that runs give the same numbers on any day; late, so that every history of
 * today's data sets is a past one and is asked on its last day.
 */
export const RUN_MOMENT = "2035-01-01T00:00:00.000Z";
