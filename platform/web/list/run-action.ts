/** The call of an action, and what it answers: a file is saved, an address opened. */
import type { ActionDefinition } from '../../declare/wire.ts'
import type { CallOptions } from '../api/client.ts'
import { fetchFile, saveFile } from '../api/download.ts'
import type { FormValues } from '../form/form-values.ts'
import { change, filledPath } from './call.ts'

export async function runAction(action: ActionDefinition, body: FormValues, options: CallOptions = {}): Promise<unknown> {
  if (action.result !== 'file' || action.isJob === true) return change(action.call, body, options)
  const { path, rest } = filledPath(action.call, body)
  saveFile(await fetchFile(path, rest, action.title, options))
  return null
}

/** The address that an answer asks to open; null: none. */
export const pageOf = ({ result }: ActionDefinition, answer: unknown): string | null =>
  result === 'page' &&
  typeof answer === 'object' &&
  answer !== null &&
  'page' in answer &&
  typeof answer.page === 'string' &&
  answer.page.startsWith('/')
    ? answer.page
    : null
