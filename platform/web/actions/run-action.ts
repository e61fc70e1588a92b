/** The call of an action, and what it answers: a file is saved, an address opened. */
import type { ActionDefinition, RecordTarget } from '../../declare/wire.ts'
import type { CallOptions } from '../api/client.ts'
import { fetchFile, saveFile } from '../api/download.ts'
import type { FormValues } from '../form/form-values.ts'
import { change, filledPath } from '../values/call.ts'
import type { UrlOfRecord } from '../values/record-link.tsx'

export async function runAction(action: ActionDefinition, body: FormValues, options: CallOptions = {}): Promise<unknown> {
  if (action.result !== 'file' || action.isJob === true) return change(action.call, body, options)
  const { path, rest } = filledPath(action.call, body)
  saveFile(await fetchFile(path, rest, action.title, options))
  return null
}

/** The address that an answer asks to open, or that of the page of a record which it names; null: none, or none that this person has. */
export function pageOf({ result }: ActionDefinition, answer: unknown, urlOf: UrlOfRecord): string | null {
  if (result !== 'page' || typeof answer !== 'object' || answer === null || !('page' in answer)) return null
  const { page } = answer
  if (typeof page === 'string') return page.startsWith('/') ? page : null
  return isRecord(page) ? urlOf(page.list, page.id) : null
}
const isRecord = (page: unknown): page is RecordTarget =>
  typeof page === 'object' &&
  page !== null &&
  'list' in page &&
  typeof page.list === 'string' &&
  'id' in page &&
  typeof page.id === 'string'
