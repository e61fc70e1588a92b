/** The list of calls that are served beside the specification, as the route map has them. Pure. */
import { operations, permissionsOf, type Demand } from '#platform/declare/operations.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { specifiedCalls } from './served-calls.ts'

/** Verbs of a resource whose name says all, and the operation that each asks for. */
const plain: ReadonlyMap<BoundRoute['verb'], string> = new Map([
  ['list', 'view'],
  ['one', 'view'],
  ['add', 'add'],
  ['update', 'edit'],
  ['batchUpdate', 'edit'],
  ['remove', 'remove'],
  ['removeBetween', 'remove'],
  ['reveal', 'reveal'],
  ['undo', 'view'],
  ['export', 'export'],
  ['import', 'import'],
  ['thread', 'view'],
])
/** Calls that many families have together. */
const sets: readonly (readonly [string, readonly string[]])[] = [
  ['sheet', ['list', 'query/{id}', 'insert', 'update', 'delete', 'listExport', 'undo', 'importData', 'template']],
  ['records', ['list', 'query/{id}', 'insert', 'update', 'delete', 'listExport', 'undo']],
  ['rows', ['list', 'listExport']],
  ['report', ['compute', 'export', 'lines', 'report']],
  ['yearReport', ['reportCompute', 'reportExport', 'reportLines']],
  ['thread', ['list', 'people', 'seen', 'add', 'update', 'delete'].map(call => `thread/${call}`)],
]
/** So many families have a call whose operation is said once. */
const usualFrom = 3

const operationNames: ReadonlyMap<number, string> = new Map(Object.entries(operations).map(([name, id]) => [id, name]))
const signedIn = 'signed in'
/** What may make a call, in words; the family's own permission goes without saying. */
function whoOf(demand: Demand, permission: string): string {
  if (demand.kind !== 'operation')
    return {
      anyone: 'anyone',
      signedIn,
      systemAdmin: 'system administrators',
      installation: 'administrators of the installation',
    }[demand.kind]
  const operation = operationNames.get(demand.operation) ?? String(demand.operation)
  const of = permissionsOf(demand).join('` or `')
  return of === permission ? operation : `${operation} of \`${of}\``
}

const familyOf = (path: string): string => path.split('/').slice(0, 2).join('/')
const callOf = ({ path }: BoundRoute): string => path.slice(familyOf(path).length + 1)
const isSaid = (route: BoundRoute): boolean => route.resource !== undefined && plain.has(route.verb)
/** The names of calls, those of a whole set as the set's name. */
function namesOf(calls: readonly string[]): string {
  let left = calls
  const found: string[] = []
  for (const [name, of] of sets)
    if (of.every(call => left.includes(call))) {
      found.push(`**${name}**`)
      left = left.filter(call => !of.includes(call))
    }
  return [...found, ...left].join(', ')
}

const callName = (route: BoundRoute): string => `${route.method === 'POST' ? '' : `${route.method} `}${callOf(route)}`
const most = (names: readonly string[]): readonly [string, number] => {
  const [[name, of] = ['', []]] = [...Map.groupBy(names, each => each)].toSorted(([, a], [, b]) => b.length - a.length)
  return [name, of.length]
}

/** Call -> the operation that it asks for in most families, of calls that many have. */
function usualOperations(routes: readonly BoundRoute[]): ReadonlyMap<string, string> {
  const own = routes.filter(route => !isSaid(route) && callOf(route) !== 'template' && route.demand.kind === 'operation')
  return new Map(
    [...Map.groupBy(own, callName)].flatMap(([name, of]): [string, string][] => {
      const [operation, n] = most(of.map(({ demand }) => whoOf(demand, permissionsOf(demand).join('` or `'))))
      return n < usualFrom ? [] : [[name, operation]]
    }),
  )
}

interface Family {
  readonly name: string
  /** what its calls ask for, where it is not the family's name */
  readonly right: string
  readonly calls: string
}
/** A family: what goes without saying, then the other calls by the right that each asks for. */
function familyFrom(path: string, routes: readonly BoundRoute[], usual: ReadonlyMap<string, string>): Family {
  const [permission] = most(routes.map(({ demand }) => permissionsOf(demand).join('` or `')).filter(Boolean))
  const rightOf = ({ demand }: BoundRoute): string => whoOf(demand, permission)
  const expected = (route: BoundRoute): string | undefined => {
    if (permission === '') return signedIn
    return isSaid(route) ? plain.get(route.verb) : callOf(route) === 'template' ? 'import' : usual.get(callName(route))
  }
  const short = routes.filter(route => rightOf(route) === expected(route))
  const byRight = Map.groupBy(
    routes.filter(route => !short.includes(route)),
    rightOf,
  )
  const named = (of: readonly BoundRoute[]): string =>
    namesOf(of.map(route => (isSaid(route) || callOf(route) === 'template' ? callOf(route) : callName(route))).toSorted())
  const long = [...byRight].map(([right, of]) => `${right}: ${named(of)}`).toSorted()
  const name = path.slice(1)
  const right = permission === '' ? (short.length === 0 ? '' : signedIn) : permission === name ? '' : `\`${permission}\``
  return { name, right, calls: [named(short), ...long].filter(Boolean).join('; ') }
}

/** Families of an area; those with the same right and calls in one line. */
function linesOf(routes: readonly BoundRoute[], usual: ReadonlyMap<string, string>): string[] {
  const families = [...Map.groupBy(routes, route => familyOf(route.path))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, of]) => familyFrom(path, of, usual))
  const alike = Map.groupBy(families, ({ right, calls }) => `${right === '' ? '' : ` (${right})`}: ${calls}`)
  return [...alike].map(([said, of]) => `- ${of.map(({ name }) => `\`${name}\``).join(', ')}${said}`)
}

/** docs/added-calls.md. */
export function addedCalls(tsv: string, routes: readonly BoundRoute[], titles: ReadonlyMap<string, string>): string {
  const specified = new Set(specifiedCalls(tsv).map(call => call.split(' ')[1]))
  const added = routes.filter(route => !specified.has(route.path))
  const usual = usualOperations(added)
  const usualByOperation = [...Map.groupBy(usual, ([, operation]) => operation)].map(
    ([operation, of]) =>
      `${operation}: ${of
        .map(([name]) => name)
        .toSorted()
        .join(', ')}`,
  )
  const parts = [...Map.groupBy(added, route => route.area)].map(([area, of]) =>
    [`## ${titles.get(area) ?? area}`, ...linesOf(of, usual), ''].join('\n'),
  )
  return `# Calls the specification does not name

Written by \`npm run calls\` from the route maps; a test holds it against them. All below \`/api-2024\`,
\`POST\` unless said; \`query/{id}\` and \`template\` are \`GET\`. Titles, inputs and answers: \`/api-2024/openapi.json\`;
what single calls carry beyond: [call-notes.md](call-notes.md).

A line names families, in brackets the permission where it is not the family's name, and the calls. A call asks for its own operation
(a list, a record and \`undo\` for view, \`template\` for import), or for what stands before it. Unless said:
${usualByOperation
  .toSorted()
  .map(line => `- ${line}`)
  .join('\n')}

\`signed in\` is everybody. Sets of calls:
${sets.map(([name, calls]) => `- **${name}**: ${calls.join(', ')}`).join('\n')}

${parts.join('\n')}`
}
