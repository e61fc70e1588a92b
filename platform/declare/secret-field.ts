/** A key of another program: written by a person, read by the program alone (`openSecret`). A form shows whether it is set. */
import { text } from './fields.ts'
import type { Title } from './title.ts'

interface SecretOptions {
  /** characters as they are typed */
  readonly max?: number
  readonly help?: Title
  /** the program makes it: no form asks for it */
  readonly computed?: true
}
export const secret = (zh: string, en: string, options: SecretOptions = {}) =>
  text(zh, en, { max: 4_000, show: false, ...options, optional: true, encrypted: true, secret: true })
