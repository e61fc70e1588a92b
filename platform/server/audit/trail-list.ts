/** The list of the trail in words: what is stored as the name of a table and of a verb is shown, and may be asked for, by its title. */
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from '../contract/context.ts'
import type { ListWords } from '../contract/list-words.ts'
import { personIn, storedPerson } from '../trail/server-name.ts'
import { stepTitle, verbOf, verbTitle } from './verbs.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** Subjects that are no table: what they are called, and the table whose fields some of their values are. */
const ownSubjects: Readonly<Record<string, { readonly title: Title; readonly fieldsOf: string }>> = {
  data_acl: { title: ['数据权限', 'Data access'], fieldsOf: 'account_organisation' },
}

/** The declaration that names the values of an entry. */
export const fieldsOfSubject = ({ house: { registry } }: Context, subject: string): Resource | undefined =>
  registry.resources.get(ownValue(ownSubjects, subject)?.fieldsOf ?? subject)

const titleIn = (context: Context, [zh, en]: Title): string => (context.language === 'en' ? en : zh)

/** Titles of tables, of reports, and of what is neither. */
function titleOf({ house: { registry } }: Context, subject: string): Title | undefined {
  return registry.resources.get(subject)?.title ?? registry.reports.get(subject)?.title ?? ownValue(ownSubjects, subject)?.title
}

/** What a table, or a report, is called. */
export function subjectTitle(context: Context, subject: string): string {
  const title = titleOf(context, subject)
  return title === undefined ? subject : titleIn(context, title)
}

/** The table or report of this title. */
function subjectOf(context: Context, title: string): string {
  const { registry } = context.house
  const all = [...registry.resources.keys(), ...registry.reports.keys(), ...Object.keys(ownSubjects)]
  return all.find(subject => subjectTitle(context, subject) === title) ?? title
}

/** Steps are called as the first list calls them that has one of the name. */
function verbShown({ language, house: { registry } }: Context, verb: string): string {
  for (const r of registry.resources.values()) {
    const title = stepTitle(r, verb, language)
    if (title !== undefined) return title
  }
  return verbTitle(verb, language)
}

function verbStored({ house: { registry } }: Context, title: string): string {
  const verb = verbOf(title)
  if (verb !== title) return verb
  const steps = [...registry.resources.values()].flatMap(r => Object.entries(r.states?.steps ?? {}))
  return steps.find(([, step]) => step.title.includes(title))?.[0] ?? title
}

/** What the call of an entry does, in the reader's language; what is no call of ours, or has no English, stays as it is written. */
export function viaTitle({ language, house: { registry } }: Pick<Context, 'language' | 'house'>, via: string): string {
  const route = registry.routes.find(one => `${one.method} ${one.path}` === via)
  if (route === undefined) return via
  if (language === 'zh') return route.summary
  const { right, actions, resource, verb } = route
  const own = right?.[1] ?? (actions?.length === 1 ? actions[0]?.title[1] : undefined)
  if (own !== undefined) return resource === undefined ? own : `${own}: ${resource.title[1]}`
  const title = verbTitle(verb, 'en')
  return resource === undefined || title === verb ? via : `${title}: ${resource.title[1]}`
}

const viaStored = (context: Context, title: string): string => {
  const route = context.house.registry.routes.find(one => viaTitle(context, `${one.method} ${one.path}`) === title)
  return route === undefined ? title : `${route.method} ${route.path}`
}

export const trailWords: ListWords = {
  accountName: {
    shown: ({ language }, name) => personIn(name, language),
    stored: ({ language }, name) => storedPerson(name, language),
  },
  via: { shown: viaTitle, stored: viaStored },
  verb: { shown: verbShown, stored: verbStored },
  subject: { shown: subjectTitle, stored: subjectOf },
}
