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
  ['thread', ['list', 'people', 'seen', 'add', 'update', 'delete'].map(call => `thread/${call}`)],
]

const unique = (texts: readonly string[]): string => [...new Set(texts)].join(', ')
const operationNames: ReadonlyMap<number, string> = new Map(Object.entries(operations).map(([name, id]) => [id, name]))
/** What may make these calls, in words; operations of one permission together. */
function whoOf(demands: readonly Demand[]): string {
  const operationsOf = Map.groupBy(
    demands.filter(demand => demand.kind === 'operation'),
    demand => permissionsOf(demand).join('` or `'),
  )
  const names = {
    anyone: 'anyone',
    signedIn: 'signed in',
    systemAdmin: 'system administrators',
    installation: 'administrators of the installation',
  } as const
  const plainly = demands.flatMap(demand => (demand.kind === 'operation' ? [] : [names[demand.kind]]))
  const granted = [...operationsOf].map(
    ([permission, of]) => `${unique(of.map(({ operation }) => operationNames.get(operation) ?? String(operation)))} of \`${permission}\``,
  )
  return unique([...plainly, ...granted])
}

const familyOf = (path: string): string => path.split('/').slice(0, 2).join('/')
const callOf = ({ path }: BoundRoute): string => path.slice(familyOf(path).length + 1)
const isSaid = (route: BoundRoute): boolean => route.resource !== undefined && plain.has(route.verb)
const calledOf = (route: BoundRoute): string => `\`${route.method === 'POST' ? '' : `${route.method} `}${callOf(route)}\``
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

/** A family: what goes without saying in its first line, a line for the other calls of each right. */
function linesOf(family: string, routes: readonly BoundRoute[]): string[] {
  const permissionOf = ({ demand }: BoundRoute): string => permissionsOf(demand).join('` or `')
  const [permission = ''] = [...Map.groupBy(routes, permissionOf)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  const rightOf = (route: BoundRoute): string => whoOf([route.demand]).replace(` of \`${permission}\``, '')
  const usual = (route: BoundRoute): boolean => rightOf(route) === (permission === '' ? 'signed in' : plain.get(route.verb))
  const isTemplate = (route: BoundRoute): boolean =>
    callOf(route) === 'template' && rightOf(route) === (permission === '' ? 'signed in' : 'import')
  const short = routes.filter(route => (isSaid(route) && usual(route)) || isTemplate(route))
  const [title = ''] = short.find(isSaid)?.resource?.title ?? []
  const name = family.slice(1)
  const asked = permission === '' ? (short.length === 0 ? '' : ', signed in') : permission === name ? '' : `, \`${permission}\``
  const head = [`- \`${name}\`${title === '' ? '' : ` ${title}`}${asked}`, namesOf(short.map(callOf))]
  const byRight = Map.groupBy(
    routes.filter(route => !short.includes(route)),
    rightOf,
  )
  const long = [...byRight].map(([right, of]) => `  - ${right}: ${of.map(calledOf).toSorted().join(', ')}`).toSorted()
  const [only] = long
  if (short.length === 0 && long.length === 1 && only !== undefined) return [`${head[0] ?? ''}, ${only.slice('  - '.length)}`]
  return [head.filter(Boolean).join(': '), ...long]
}

/** docs/added-calls.md. */
export function addedCalls(tsv: string, routes: readonly BoundRoute[], titles: ReadonlyMap<string, string>): string {
  const specified = new Set(specifiedCalls(tsv).map(call => call.split(' ')[1]))
  const added = routes.filter(route => !specified.has(route.path))
  const parts = [...Map.groupBy(added, route => route.area)].map(([area, of]) => {
    const families = [...Map.groupBy(of, route => familyOf(route.path))].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return [`## ${titles.get(area) ?? area}`, ...families.flatMap(([family, calls]) => linesOf(family, calls)), ''].join('\n')
  })
  return `# Calls the specification does not name

Written by \`npm run calls\` from the route maps; a test holds it against them. All below \`/api-2024\`,
\`POST\` unless said; \`query/{id}\` and \`template\` are \`GET\`. What each does, its inputs and answers: \`/api-2024/openapi.json\`;
what single calls carry beyond: [call-notes.md](call-notes.md). A family named by the specification keeps its verbs;
where it says nothing, the calls stand beside it.

A line names the family, its list, its permission (the family's name unless said) and the verbs that ask for their own operation
(a list, a record and \`undo\` for view, \`template\` for import); below it, by operation, what asks for another or is no such verb.
\`signed in\` is everybody. Sets of calls:
${sets.map(([name, calls]) => `- **${name}**: ${calls.join(', ')}`).join('\n')}

${parts.join('\n')}`
}
