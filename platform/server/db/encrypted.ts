/** Fields declared encrypted: sealed on their way to the table, whoever writes; opened by `reveal` and named exports alone. */
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { hashOf, seal, unseal, type Place } from '../base/envelope.ts'
import { Secret } from '../base/secret.ts'
import type { Context } from '../contract/context.ts'
import type { Values } from '../contract/record-hooks.ts'

export const isEncrypted = ({ options }: Field): boolean => options.encrypted === true
export const encryptedFields = (r: Resource): (readonly [name: string, field: Field])[] =>
  Object.entries(r.fields).filter(([, field]) => isEncrypted(field))

const placeOf = (context: Context, r: Resource, name: string): Place => ({
  orgId: context.caller.orgId,
  table: r.table,
  column: columnOf(name),
})
/** The start asks for it where a field is encrypted (open-house.ts). */
const secretOf = ({ house }: Context): string => house.settings.secretKey ?? ''

export const sealedText = (context: Context, r: Resource, name: string, text: string): string =>
  seal(secretOf(context), placeOf(context, r, name), text)
export const openedText = (context: Context, r: Resource, name: string, sealed: string): string =>
  unseal(secretOf(context), placeOf(context, r, name), sealed)
/** A key that the program uses: what it is sent with opens it, nothing prints it. */
export const openSecret = (context: Context, r: Resource, name: string, sealed: string): Secret =>
  new Secret(openedText(context, r, name, sealed))
/** What the stored text of this value has as its hash. */
export const hashOfText = (context: Context, r: Resource, name: string, text: string): string =>
  hashOf(secretOf(context), placeOf(context, r, name), text)

const sealedBy = (context: Context, r: Resource, values: Values, keyOf: (field: string) => string): Values => {
  const fields = encryptedFields(r)
  if (fields.length === 0) return values
  const sealed = fields.flatMap(([name]) => {
    const value = values[keyOf(name)]
    return typeof value === 'string' ? [[keyOf(name), sealedText(context, r, name, value)] as const] : []
  })
  return { ...values, ...Object.fromEntries(sealed) }
}
/** Values by column as they are stored. */
export const sealedValues = (context: Context, r: Resource, values: Values): Values => sealedBy(context, r, values, columnOf)
/** The same of values by field: rows of a file, before they are held against those that are there. */
export const sealedFields = (context: Context, r: Resource, values: Values): Values => sealedBy(context, r, values, name => name)
