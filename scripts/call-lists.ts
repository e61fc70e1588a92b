/** The list of calls that are served beside the specification, as the route map has them. Pure. */
import { operations, permissionsOf, type Demand } from '#platform/declare/operations.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { specifiedCalls } from './served-calls.ts'

/** Verbs of a resource whose name says all. */
const plain: ReadonlySet<BoundRoute['verb']> = new Set([
  'list',
  'one',
  'add',
  'update',
  'batchUpdate',
  'remove',
  'removeBetween',
  'reveal',
  'undo',
  'export',
  'import',
  'thread',
])

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

/** `{ id, note? }`: names of the input, those that may be left out with a question mark. */
function inputOf({ input, path }: BoundRoute): string {
  const { properties, required = [] } = (input ?? {}) as { properties?: Readonly<Record<string, unknown>>; required?: readonly string[] }
  const names = Object.keys(properties ?? {}).filter(name => !path.includes(`{${name}}`))
  return names.length === 0 ? '' : ` \`{ ${names.map(name => (required.includes(name) ? name : `${name}?`)).join(', ')} }\``
}

interface Line {
  readonly calls: string
  readonly what: string
  readonly who: string
}

const familyOf = (path: string): string => path.split('/').slice(0, 2).join('/')

/** One line for the plain verbs of a family, one for each other call. */
function linesOf(routes: readonly BoundRoute[]): Line[] {
  const lines: Line[] = []
  const ofVerbs = Map.groupBy(
    routes.filter(route => plain.has(route.verb) && route.resource !== undefined),
    route => `${familyOf(route.path)} ${route.resource?.table ?? ''}`,
  )
  for (const family of ofVerbs.values()) {
    const byMethod = Map.groupBy(family, route => route.method)
    const calls = [...byMethod].map(([method, of]) => {
      const prefix = familyOf(of[0]?.path ?? '')
      return `\`${method} ${prefix}/${of.map(route => route.path.slice(prefix.length + 1)).join(', ')}\``
    })
    const [zh = '', en = ''] = family[0]?.resource?.title ?? []
    lines.push({ calls: calls.join(', '), what: `${zh} (${en})`, who: whoOf(family.map(route => route.demand)) })
  }
  for (const route of routes)
    if (!plain.has(route.verb) || route.resource === undefined)
      lines.push({ calls: `\`${route.method} ${route.path}\`${inputOf(route)}`, what: route.summary, who: whoOf([route.demand]) })
  return lines.toSorted((a, b) => (a.calls.replace(/^`\w+ /, '') < b.calls.replace(/^`\w+ /, '') ? -1 : 1))
}

/** docs/added-calls.md. */
export function addedCalls(tsv: string, routes: readonly BoundRoute[], titles: ReadonlyMap<string, string>): string {
  const specified = new Set(specifiedCalls(tsv).map(call => call.split(' ')[1]))
  const added = routes.filter(route => !specified.has(route.path))
  const parts = [...Map.groupBy(added, route => route.area)].map(([area, of]) => {
    const rows = linesOf(of).map(({ calls, what, who }) => `| ${calls} | ${what} | ${who} |`)
    return [`## ${titles.get(area) ?? area}`, '| Call | What it does | Who |', '|---|---|---|', ...rows, ''].join('\n')
  })
  return `# Calls the specification does not name

Written by \`npm run calls\` from the route maps; a test holds it against them. All below \`/api-2024\`, ${added.length} calls. A family named by the specification keeps its verbs;
where it says nothing, the calls stand beside it. What single calls carry beyond their names stands in [call-notes.md](call-notes.md), shapes in \`/api-2024/openapi.json\`.

${parts.join('\n')}`
}
