/** Checks what a person typed against the fields, and turns it into column values. Every fault in one answer. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { isMasked } from '#platform/format/masked.ts'
import { cleanHtml } from '../html/clean-html.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import { fieldValue, ofField } from './field-value.ts'
import type { Values } from '../contract/record-hooks.ts'
import { editableFields } from '../lists/editable-fields.ts'
import { isSensitive } from '../lists/sensitive.ts'

/**
 * Column values of an input. `status` 'add' demands the required fields and fills defaults; 'edit' takes what is given and refuses fields
 * that may not change any more. Unknown names are refused. `id` and `version` pass by.
 */
export function columnValues(r: Resource, input: Readonly<Values>, status: 'add' | 'edit'): Values {
  const errors: FieldError[] = []
  const values: Values = {}
  const editable = new Map(editableFields(r))
  for (const name of Object.keys(input))
    if (!editable.has(name) && name !== 'id' && name !== 'version' && !isLabel(name, editable))
      errors.push({ field: name, message: sentence`不能填写的字段 ${name}` })
  for (const [name, field] of editable) {
    const given = input[name]
    if (given === undefined && status === 'edit') continue
    if (given !== undefined && status === 'edit' && field.options.editDisabled) continue
    // shown masked and sent back so: nobody has typed it
    if (status === 'edit' && isSensitive(field) && isMasked(given)) continue
    const [value, fault] = fieldValue(field, given, cleanHtml)
    if (fault !== null) errors.push({ field: name, message: ofField(field.title, fault) })
    else if (value !== undefined) values[columnOf(name)] = value
  }
  if (errors.length > 0) throw refuse.invalid(errors)
  return values
}

/** A form sends back the label it was given; it is not a value. */
const isLabel = (name: string, editable: ReadonlyMap<string, Field>): boolean =>
  name.endsWith('Label') && ['reference', 'links'].includes(editable.get(name.slice(0, -5))?.kind ?? '')
