/** Every reason for which Mnema refuses or gives up. Closed, so that callers can switch on it. */
export type MnemaErrorCode =
  | "USAGE"
  | "NOT_FOUND"
  | "AMBIGUOUS_ID"
  | "INVALID_INPUT"
  | "UNKNOWN_FORMAT"
  | "UNREADABLE_FILE"
  | "INVALID_CONFIG"
  | "UNKNOWN_TABLE"
  | "UNKNOWN_COLUMN"
  | "TYPE_MISMATCH"
  | "UNIT_MISMATCH"
  | "INVALID_EXPRESSION"
  | "UNSUPPORTED_OPERATION"
  | "BUDGET_EXCEEDED"
  | "DECISION_FAILED"
  | "MODEL_UNREACHABLE"
  | "MODEL_REFUSED"
  | "ENCODER_MISSING"
  | "ENCODER_MISMATCH"
  | "STORE_LOCKED"
  | "STORE_UNREACHABLE"
  | "STORE_VERSION"
  | "STORE_FULL"
  | "CANCELLED"
  | "TIMED_OUT"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "CONFLICT"
  | "TOO_LARGE"
  | "UNSUPPORTED_TYPE"
  | "TOO_MANY_REQUESTS"
  | "INTERNAL";

/**
 * An error a person can act on: a code for programs, a sentence that says what to do, and the place in the
 * input where it arose (`"rounds[3].time"`, a file, a column), when there is one.
 */
export class MnemaError extends Error {
  override readonly name = "MnemaError";
  readonly code: MnemaErrorCode;
  readonly place: string | undefined;

  constructor(code: MnemaErrorCode, message: string, options: { place?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.place = options.place;
  }

  /** True for our errors, also across copies of the package, where `instanceof` fails. */
  static isInstance(error: unknown): error is MnemaError {
    return error instanceof Error && error.name === "MnemaError" && "code" in error;
  }
}
