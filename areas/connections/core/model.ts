/** Operations of a marketplace as its unchanged Swagger 2.0 file names them: path, parameters, rate. Pure but for reading the file. */
import { readFileSync } from 'node:fs'

export interface ModelParameter {
  readonly name: string
  /** `whole`: stands for the query */
  readonly in: 'path' | 'query' | 'body' | 'header' | 'whole'
  readonly required: boolean
  /** an array is joined by commas, or repeated */
  readonly list: 'csv' | 'multi' | null
}
export interface ModelOperation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly parameters: readonly ModelParameter[]
  /** calls a second, and how many at once; null: the model has no table of it */
  readonly rate: number | null
  readonly burst: number | null
  /** as they stand in the file: a test reads their sandbox pairs */
  readonly responses: Readonly<Record<string, unknown>>
}

interface SwaggerParameter {
  readonly $ref?: string
  readonly name: string
  readonly in: ModelParameter['in']
  readonly required?: boolean
  readonly type?: string
  readonly collectionFormat?: string
}
interface SwaggerOperation {
  readonly operationId?: string
  readonly description?: string
  readonly parameters?: readonly SwaggerParameter[]
  readonly responses: Readonly<Record<string, unknown>>
}
interface Swagger {
  readonly paths: Readonly<Record<string, Readonly<Record<string, SwaggerOperation | readonly SwaggerParameter[]>>>>
  readonly parameters?: Readonly<Record<string, SwaggerParameter>>
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
/** the row of "Usage Plan" below its heads */
const usage = /\|\s*(\d+(?:\.\d+)?)\s*\|\s*(\d+)\s*\|/

export function operationsOf(model: Swagger): ReadonlyMap<string, ModelOperation> {
  const found = new Map<string, ModelOperation>()
  for (const [path, item] of Object.entries(model.paths))
    for (const method of methods) {
      const one = item[method] as SwaggerOperation | undefined
      if (one?.operationId === undefined) continue
      const shared = (item['parameters'] ?? []) as readonly SwaggerParameter[]
      const [, rate, burst] = usage.exec(one.description ?? '') ?? []
      found.set(one.operationId, {
        id: one.operationId,
        method: method.toUpperCase() as ModelOperation['method'],
        path,
        parameters: [...shared, ...(one.parameters ?? [])].map(parameter => parameterOf(model, parameter)),
        rate: rate === undefined ? null : Number(rate),
        burst: burst === undefined ? null : Number(burst),
        responses: one.responses,
      })
    }
  return found
}

function parameterOf({ parameters }: Swagger, given: SwaggerParameter): ModelParameter {
  const { name, in: at, required = false, type, collectionFormat } = parameters?.[given.$ref?.split('/').at(-1) ?? ''] ?? given
  return { name, in: at, required, list: type === 'array' ? (collectionFormat === 'multi' ? 'multi' : 'csv') : null }
}

const read = new Map<string, ReadonlyMap<string, ModelOperation>>()
/** The operations of a file, read when first asked for. */
export function modelAt(path: string): ReadonlyMap<string, ModelOperation> {
  const known = read.get(path)
  if (known !== undefined) return known
  const made = operationsOf(JSON.parse(readFileSync(path, 'utf8')) as Swagger)
  read.set(path, made)
  return made
}
