/** The OpenAPI 3.1 document of everything that is registered. */
import { permissionsOf, type Demand } from '#platform/declare/operations.ts'
import { basePath } from '../calls/request.ts'
import { isChosenInput } from '../calls/verbs.ts'
import type { BoundRoute, Registry } from '../contract/registry.ts'
import type { Area } from '../contract/area.ts'
import {
  actionSchema,
  betweenSchema,
  chosenSchema,
  formSchema,
  listSchema,
  rowSchema,
  sharedSchemas,
  stepSchema,
  type Schema,
} from './schemas.ts'

const version = '1'

/** Pure: the same registry gives the same document. */
export function openApiOf(registry: Registry, areas: readonly Area[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of registry.routes) (paths[`${basePath}${route.path}`] ??= {})[route.method.toLowerCase()] = operationOf(route)
  const rows = [...registry.resources.values()].filter(r => r.type !== undefined).map(r => [schemaName(r.table), rowSchema(r)] as const)
  return {
    openapi: '3.1.0',
    info: { title: '掌柜', version, description: '应答均为 { code, msg, data }，code 为 0 表示成功。金额与数量为十进制文本，编号为文本。' },
    tags: areas.filter(area => Object.keys(area.routes).length > 0).map(area => ({ name: area.name, description: area.title[0] })),
    paths,
    components: {
      schemas: { ...sharedSchemas, ...Object.fromEntries(rows) },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: '登录得到的 access_token' } },
      parameters: {
        orgId: { name: 'orgId', in: 'header', schema: { type: 'string' }, description: '当前组织，缺省为上次使用的组织' },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          schema: { type: 'string', maxLength: 128 },
          description: '相同的标识与内容得到第一次的结果，保留 24 小时',
        },
      },
    },
  }
}

const schemaName = (table: string): string => table.replace(/(?:^|_)([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

function operationOf(route: BoundRoute): Schema {
  const input = inputOf(route)
  const pathParameters = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const common = route.demand.kind === 'anyone' ? [] : [{ $ref: '#/components/parameters/orgId' }]
  const key = route.method === 'GET' ? [] : [{ $ref: '#/components/parameters/idempotencyKey' }]
  return {
    tags: [route.area],
    operationId: `${route.method}${route.path}`.replace(/[^A-Za-z0-9]+/g, '_'),
    summary: route.summary,
    description: demandWords(route.demand),
    security: route.demand.kind === 'anyone' ? [] : [{ session: [] }],
    parameters: [...pathParameters, ...common, ...key, ...(route.method === 'GET' ? queryParameters(input) : [])],
    ...(route.method === 'GET' ? {} : { requestBody: bodyOf(route, input) }),
    responses: { 200: answerOf(route), 401: refusalOf('未登录或已过期'), 403: refusalOf('没有权限'), 404: refusalOf('不存在') },
  }
}

function demandWords(demand: Demand): string {
  if (demand.kind === 'operation') return `需要权限 ${permissionsOf(demand).join(' 或 ')} 的操作 ${demand.operation}`
  return { signedIn: '登录后可用', anyone: '无需登录', systemAdmin: '仅限系统管理员', installation: '仅限安装管理员' }[demand.kind]
}

/** What the call takes: its own schema, else what its verb means for the resource. */
function inputOf(route: BoundRoute): Schema {
  const { resource, verb } = route
  if (route.shown !== undefined) return route.shown as Schema
  if (resource !== undefined && resource.type !== undefined && verb === 'list') return listSchema(resource)
  if (verb === 'export') return ref('ExportQuery')
  if (resource !== undefined && (verb === 'add' || verb === 'update')) return formSchema(resource, verb)
  if (resource !== undefined && verb === 'step') return stepSchema(route, resource)
  if (resource !== undefined && verb === 'removeBetween') return betweenSchema(resource)
  if (
    verb === 'action' &&
    (route.checksInput === true || isChosenInput(route.input) || route.actions?.some(({ over }) => over === 'filter') === true)
  )
    return actionSchema(route)
  if (route.input !== undefined) return route.input as Schema
  if (verb === 'remove') return route.path.includes('{') ? { type: 'object' } : chosenSchema
  if (verb === 'one') return { type: 'object', properties: { id: { type: 'string' } }, required: route.path.includes('{') ? [] : ['id'] }
  return { type: 'object' }
}

function bodyOf(route: BoundRoute, schema: Schema): Schema {
  const json = { 'application/json': { schema } }
  if (route.multipart !== true) return { content: json }
  return {
    content: {
      ...json,
      'multipart/form-data': {
        schema: { type: 'object', properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } } },
      },
    },
  }
}

/** The query string of a GET: the properties of its input; a list's common ones are the shared ListQuery's. */
function queryParameters(schema: Schema): Schema[] {
  const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as Schema[]) : [schema]
  const resolved = parts.map(part => (part['$ref'] === '#/components/schemas/ListQuery' ? (sharedSchemas['ListQuery'] ?? part) : part))
  return resolved.flatMap(part => {
    const required = new Set((part['required'] as readonly string[] | undefined) ?? [])
    return Object.entries((part['properties'] as Record<string, Schema> | undefined) ?? {}).map(([name, property]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema: property,
    }))
  })
}

function answerOf(route: BoundRoute): Schema {
  if (route.verb === 'export')
    return {
      description: '文件；被拒绝时为 { code, msg, data }',
      content: { 'application/octet-stream': {}, 'application/json': { schema: ref('Refusal') } },
    }
  const success = {
    type: 'object',
    properties: { code: { const: 0 }, msg: { type: 'string' }, data: dataOf(route) },
    required: ['code', 'msg', 'data'],
  }
  return { description: '成功，或 code 不为 0 的拒绝', content: { 'application/json': { schema: { anyOf: [success, ref('Refusal')] } } } }
}

function dataOf(route: BoundRoute): Schema {
  const row = route.resource?.type === undefined ? {} : ref(schemaName(route.resource.table))
  if (route.verb === 'one') return row
  if (route.verb !== 'list') return {}
  return {
    type: 'object',
    properties: {
      list: { type: 'array', items: row },
      total: { type: 'integer' },
      pageNum: { type: 'integer' },
      pageSize: { type: 'integer' },
      totals: { type: 'object', description: '整个筛选范围的合计', additionalProperties: { type: ['string', 'null'] } },
      totalsByCurrency: { type: 'object' },
      converted: { type: 'object', description: '多币种合计按各月汇率（没有日期的按最近月份）折合成一个币种，缺少汇率时为空并列出' },
      rates: { type: 'object', description: '本页有多个币种时各月的汇率' },
      next: { type: 'string' },
      totalExact: { type: 'boolean' },
      period: {
        type: 'object',
        description: '没有指定期间时采用的默认期间',
        properties: { field: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
      },
    },
    required: ['list', 'total', 'pageNum', 'pageSize'],
  }
}

const refusalOf = (description: string): Schema => ({ description, content: { 'application/json': { schema: ref('Refusal') } } })
