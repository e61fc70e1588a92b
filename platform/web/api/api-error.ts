export interface FieldError {
  readonly field: string
  readonly message: string
}

/** A call that did not succeed. `code` is the envelope's; -1 where no envelope arrived (network, proxy). */
export class ApiError extends Error {
  readonly code: number
  readonly msg: string
  readonly data: unknown
  /** HTTP status, 0 where no answer arrived */
  readonly status: number
  readonly requestId: string | null

  constructor(code: number, msg: string, data: unknown, status: number, requestId: string | null = null) {
    super(msg)
    this.name = 'ApiError'
    this.code = code
    this.msg = msg
    this.data = data
    this.status = status
    this.requestId = requestId
  }
}

/** Field errors of a 1002 answer (`data.errors`), empty where there are none. */
export function fieldErrors(error: unknown): readonly FieldError[] {
  if (!(error instanceof ApiError) || typeof error.data !== 'object' || error.data === null || !('errors' in error.data)) return []
  const errors = error.data.errors
  if (!Array.isArray(errors)) return []
  return errors.filter((one): one is FieldError => typeof one?.field === 'string' && typeof one?.message === 'string')
}
