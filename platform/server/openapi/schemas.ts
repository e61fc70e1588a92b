/** JSON Schema of what travels: rows, forms and list queries, drawn from the declarations. */
import type { Field } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import { pictureOf } from '../lists/columns.ts'
import { valuesMax } from '../lists/conditions.ts'
import { RELATIVE_CONDITIONS } from '#platform/format/date-ranges.ts'
import type { BoundRoute } from '../contract/registry.ts'
import { inputFields } from '../states/machine.ts'

export type Schema = Readonly<Record<string, unknown>>

const decimalText = (scale: number | undefined): Schema => ({
  type: 'string',
  pattern: '^-?\\d+(\\.\\d+)?$',
  description: `十进制文本，至多 ${scale ?? 0} 位小数`,
})

/** A field as its value travels. */
export function valueSchema(field: Field): Schema {
  const title = field.title[0]
  const nullable = (schema: Schema): Schema =>
    field.options.optional ? { title, anyOf: [schema, { type: 'null' }] } : { title, ...schema }
  switch (field.kind) {
    case 'text':
    case 'longText':
      return nullable({ type: 'string', ...(field.options.max === undefined ? {} : { maxLength: field.options.max }) })
    case 'integer':
      return nullable({
        type: 'integer',
        ...(field.options.min === undefined ? {} : { minimum: field.options.min }),
        ...(field.options.max === undefined ? {} : { maximum: field.options.max }),
      })
    case 'bigInteger':
      return nullable({ type: 'string', pattern: '^-?\\d+$' })
    case 'decimal':
    case 'money':
      return nullable(decimalText(field.scale))
    case 'date':
      return nullable({ type: 'string', format: 'date' })
    case 'month':
      return nullable({ type: 'string', pattern: '^[1-9]\\d{3}-(0[1-9]|1[0-2])$' })
    case 'dateTime':
      return nullable({ type: 'string', format: 'date-time' })
    case 'choice':
      return nullable(choiceSchema(field))
    case 'choices':
      return nullable({ type: 'array', items: choiceSchema(field) })
    case 'files':
      return nullable({ type: 'array', maxItems: field.options.max, items: fileSchema, description: '写入时给出文件编号的列表' })
    case 'flag':
      return nullable({ type: 'boolean' })
    case 'reference':
      return nullable({ type: 'string', description: `${field.to ?? ''} 的${field.by ?? '编号'}` })
    case 'links':
      return nullable({ type: 'array', maxItems: field.options.max, items: { type: 'string' }, description: `${field.to ?? ''} 的编号` })
    case 'texts':
      return nullable({ type: 'array', items: { type: 'string' } })
    case 'items':
      return nullable({ type: 'array', items: itemSchema, description: '写入时给出 { 字段编码: 值 }' })
    case 'lines':
    case 'hash':
    case 'json':
      return nullable({})
  }
}

const itemSchema: Schema = {
  type: 'object',
  properties: { name: { type: 'string' }, title: { type: 'string' }, value: { type: 'string' } },
}

const fileSchema: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    size: { type: 'integer' },
    type: { type: 'string' },
    link: { type: 'string' },
  },
  required: ['id'],
}

function choiceSchema(field: Field): Schema {
  const choices = Object.values(field.choices ?? {})
  return { type: 'integer', enum: choices.map(([code]) => code), description: choices.map(([code, zh]) => `${code} ${zh}`).join('，') }
}

const visible = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => field.options.hidden !== true)
const editable = (resource: Resource): [string, Field][] => visible(resource).filter(([, field]) => field.options.computed !== true)

/** One row of a list: fields, labels of references, and the standard columns. */
export function rowSchema(resource: Resource): Schema {
  const properties: Record<string, Schema> = { id: { type: 'string' } }
  for (const [name, field] of visible(resource)) {
    properties[name] = valueSchema(field)
    if (field.kind === 'reference') properties[`${name}Label`] = { type: ['string', 'null'], title: field.title[0] }
    if (field.kind === 'links') properties[`${name}Label`] = { type: ['array', 'null'], items: { type: 'string' }, title: field.title[0] }
  }
  const picture = { type: ['string', 'null'], description: '第一张图片的文件编号' }
  if (resource.picture !== undefined) properties[pictureOf(labelOf(resource))] = picture
  if (resource.states !== undefined)
    properties['may'] = { type: 'array', items: { enum: Object.keys(resource.states.steps) }, description: '当前用户现在可以进行的操作' }
  if (resource.standard !== 'none') properties['version'] = { type: 'integer', description: '修改时原样带回' }
  return { type: 'object', title: resource.title[0], properties, required: ['id'] }
}

/** Body of add and update. */
export function formSchema(resource: Resource, verb: 'add' | 'update'): Schema {
  const fields = editable(resource).filter(([, field]) => verb === 'add' || field.options.editDisabled !== true)
  const properties: Record<string, Schema> = Object.fromEntries(fields.map(([name, field]) => [name, valueSchema(field)]))
  const required = fields.filter(([, field]) => !field.options.optional && field.options.default === undefined).map(([name]) => name)
  if (verb === 'add') return { type: 'object', properties, required }
  return {
    type: 'object',
    properties: { id: { type: 'string' }, version: { type: 'integer' }, ...properties },
    required: ['id', ...(resource.standard === 'none' ? [] : ['version'])],
  }
}

/** One record by its id, or several, where the path names none. */
export const chosenSchema: Schema = {
  anyOf: [
    { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    { type: 'object', properties: { ids: { type: 'array', items: { type: 'string' } } }, required: ['ids'] },
  ],
}
const chosenIn = ({ path }: BoundRoute): Schema[] => (path.includes('{') ? [] : [chosenSchema])

/** What one step or action asks for: its fixed part, and the fields of its form. */
function askedSchema(body: Readonly<Record<string, unknown>>, fields: readonly (readonly [string, Field])[], title: string): Schema {
  const fixed = Object.entries(body).map(([name, value]) => [name, { const: value }])
  const required = fields.filter(([, { options }]) => options.optional !== true && options.default === undefined)
  return {
    type: 'object',
    title,
    properties: Object.fromEntries([...fixed, ...fields.map(([name, field]) => [name, valueSchema(field)])]) as Schema,
    required: [...Object.keys(body), ...required.map(([name]) => name)],
  }
}

/** Body of a call that steps: which records, and what each of its steps asks for. */
export function stepSchema(route: BoundRoute, resource: Resource): Schema {
  const declared = resource.states?.steps ?? {}
  const asked = (route.steps ?? []).flatMap(({ step, body }) => {
    const found = declared[step]
    return found === undefined ? [] : [askedSchema(body, inputFields(resource, found), found.title[0])]
  })
  const version = { type: 'object', properties: { version: { type: 'integer', description: '可省略：以当前状态为准' } } }
  return { allOf: [version, ...chosenIn(route), { anyOf: asked }] }
}

const filteredSchema: Schema = {
  anyOf: [
    { properties: { query: { type: 'object' }, preview: { const: true } }, required: ['query', 'preview'] },
    { properties: { query: { type: 'object' }, expected: { type: 'integer' } }, required: ['query', 'expected'] },
  ].map(one => ({ type: 'object', ...one })),
}

/** Body of an action that takes what its faces say. */
export function actionSchema(route: BoundRoute): Schema {
  const faces = route.actions ?? []
  const records = faces.some(({ over }) => over === 'filter')
    ? [filteredSchema]
    : faces.some(({ over }) => over !== 'page')
      ? chosenIn(route)
      : []
  return {
    allOf: [...records, { anyOf: faces.map(({ body = {}, input = {}, title }) => askedSchema(body, Object.entries(input), title[0])) }],
  }
}

/** Body of a deletion of what one shop or site has in a period or a year. */
export function betweenSchema(resource: Resource): Schema {
  const rule = resource.batchDelete
  const by = rule?.by === undefined ? undefined : ownValue(resource.fields, rule.by)
  const day = { type: 'string', format: 'date' }
  const period: Readonly<Record<string, Schema>> =
    rule !== undefined && 'year' in rule ? { year: { type: 'string', pattern: '^(19|20)[0-9]{2}$' } } : { startDate: day, endDate: day }
  const whose: Readonly<Record<string, Schema>> = by === undefined ? {} : { [rule?.by ?? '']: valueSchema(by) }
  return {
    type: 'object',
    properties: { ...whose, ...period, preview: { type: 'boolean' }, expected: { type: 'integer', description: '预览的行数' } },
    required: [...Object.keys(whose), ...Object.keys(period)],
  }
}

/** Generic list query plus the list's own filters. */
export function listSchema(resource: Resource): Schema {
  const filters: Record<string, Schema> = {}
  for (const [name, field] of visible(resource))
    if (field.options.filter !== undefined) filters[name] = filterSchema(field, field.options.filter)
  return { allOf: [{ $ref: '#/components/schemas/ListQuery' }, { type: 'object', properties: filters }] }
}

/**
 * What a filter of its own name takes. Several values are a list (in a query string the name several times), the ends of a range may be one
 * text.
 */
function filterSchema(field: Field, filter: NonNullable<Field['options']['filter']>): Schema {
  const title = field.title[0]
  const value = filterValue(field)
  if (filter === 'contains') return { title, type: 'string', description: '包含' }
  if (filter === 'equals' || field.kind === 'flag') return { title, ...value, description: '等于' }
  if (filter === 'select')
    return { title, anyOf: [value, { type: 'array', items: value, maxItems: valuesMax }], description: '其中之一；多个值用列表' }
  return {
    title,
    anyOf: [
      { type: 'array', items: value, minItems: 2, maxItems: 2 },
      { type: 'string', pattern: '^[^,]*,[^,]*$' },
    ],
    description: '从…到…：两个值的列表，或以逗号分隔的文本，一端可以为空',
  }
}

/** One value to filter by: an instant is asked for by its day. */
function filterValue(field: Field): Schema {
  switch (field.kind) {
    case 'dateTime':
      return { type: 'string', format: 'date' }
    case 'choices':
      return choiceSchema(field)
    case 'links':
      return { type: 'string', pattern: '^[0-9]{1,18}$' }
    case 'reference':
      return field.by === undefined ? { type: 'string', pattern: '^[0-9]{1,18}$' } : { type: 'string' }
    default: {
      const { title: _title, ...schema } = valueSchema({ ...field, options: { ...field.options, optional: false } })
      return schema
    }
  }
}

/** Schemas that many calls share. */
export const sharedSchemas: Readonly<Record<string, Schema>> = {
  FieldError: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } }, required: ['field', 'message'] },
  Refusal: {
    type: 'object',
    description:
      '1001 未登录，1002 输入有误，1003 没有权限，1004 不存在，1009 冲突，1013 过大，1015 类型不支持，1029 过于频繁，1 服务器内部错误',
    properties: { code: { type: 'integer', not: { const: 0 } }, msg: { type: 'string' }, data: {} },
    required: ['code', 'msg', 'data'],
  },
  Condition: {
    type: 'object',
    properties: {
      field: { type: 'string' },
      entityField: { type: ['string', 'null'] },
      condition: {
        enum: [
          'EQ',
          'NE',
          'LIKE',
          'NOT_LIKE',
          'START',
          'IN',
          'NOT_IN',
          'GT',
          'GE',
          'LT',
          'LE',
          'BETWEEN',
          'EMPTY',
          'NOT_EMPTY',
          ...RELATIVE_CONDITIONS,
        ],
      },
      value: { type: 'string', description: '多个值以逗号分隔，值内的逗号写作 \\,' },
    },
    required: ['field', 'condition'],
  },
  ListQuery: {
    type: 'object',
    properties: {
      pageNum: { type: 'integer', minimum: 1, default: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
      sortField: { type: 'string' },
      sortWay: { enum: ['ASC', 'DESC'] },
      startDate: { type: 'string', format: 'date' },
      endDate: { type: 'string', format: 'date' },
      conditionList: { type: 'array', items: { $ref: '#/components/schemas/Condition' }, description: 'GET 时为 JSON 文本' },
      orderByList: {
        type: 'array',
        items: { type: 'object', properties: { field: { type: 'string' }, orderBy: { enum: ['ASC', 'DESC'] } } },
      },
      next: { type: 'string', description: '上一页给出的位置，逐页翻看时带回' },
    },
  },
  ExportQuery: {
    type: 'object',
    properties: {
      headers: { type: 'array', items: { type: 'string' } },
      fields: { type: 'array', items: { type: 'string' } },
      query: { $ref: '#/components/schemas/ListQuery' },
      async: { type: 'boolean' },
    },
    required: ['headers', 'fields', 'query'],
  },
}
