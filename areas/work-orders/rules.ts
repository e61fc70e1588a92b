/** What the fields of types of work orders can't say. Pure. */
import { sentence } from '#platform/declare/sentence.ts'
import { codeGiven } from '#platform/server/steps.ts'
import type { Rule } from '#platform/server/records.ts'
import { designChange } from './catalog-tables.ts'

/** A design change is accepted by the owner of its type. */
export const catalogRule: Rule = input =>
  codeGiven(input['type']) === designChange && (input['ownerId'] ?? '') === ''
    ? [{ field: 'ownerId', message: sentence`设计变更的工单由类型负责人受理，请选择负责人` }]
    : []

/** `color`, `size_cm`: what orders store */
const code = /^[a-z][a-zA-Z0-9_]*$/
const choiceKind = 4

export const fieldRule: Rule = input => [
  ...(typeof input['name'] === 'string' && !code.test(input['name'].trim())
    ? [{ field: 'name', message: sentence`字段编码以小写字母开头，只能用字母、数字和下划线` }]
    : []),
  ...(codeGiven(input['kind']) === choiceKind && !(Array.isArray(input['options']) && input['options'].length > 0)
    ? [{ field: 'options', message: sentence`单选字段请至少填写一个选项` }]
    : []),
]
