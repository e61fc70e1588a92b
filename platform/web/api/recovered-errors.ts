/**
 * React reports what a second drawing at once has mended. The second drawing asks a failed call again; when it fails too, the page says so:
 * a report of its own would count the same failure twice. Anything else is a defect and stays reported.
 */
import { ApiError } from './api-error.ts'

export function reportRecovered(error: unknown, report: (error: unknown) => void = window.reportError): void {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof ApiError)) report(error)
}
