/**
 * A record that is written by few and read by many: `publishable` makes the draft, which its writers list and edit, and what is published
 * of it, which its readers see. A change to a published draft is seen when it is published again. Pure; worked out in
 * platform/server/publishing.
 */
import { choice, dateTime, flag, integer, links, texts, type Field, type Fields } from './fields.ts'
import type { Publishing, PublishWords } from './publishing.ts'
import type { RecordWords } from './chapters.ts'
import { columnOf, resource, type Resource, type ResourceDefinition } from './resource.ts'
import { ownOrganisation, sharedWithMe } from './scope.ts'
import { byOperation, byProgram, machine, type Guard, type Machine, type Step } from './states.ts'
import type { Title } from './title.ts'
import { auditMachine, auditStates } from './auditable.ts'

export interface Publishable {
  readonly draft: Resource
  readonly published: Resource
}

/** the right to publish, beside those of the list */
export const publishOperation = 100
const publishRight: Title = ['发布', 'Publish']

/** Why a draft that was once published stays. */
const publishedStays: Title = ['发布过的内容不能删除，请发布后存档', 'What was published can not be deleted: publish and archive it']

/** Codes of the specification. */
export const publishStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  published: [1, '已发布', 'Published', 'good'],
  archived: [2, '已存档', 'Archived', 'quiet'],
  scheduled: [3, '待发布', 'Scheduled', 'info'],
  withdrawn: [4, '已撤回', 'Withdrawn', 'warn'],
} as const

/** Fields of whom it is for; the departments mean those below as well. */
export const audienceFields = {
  forAll: flag('全员可见', 'For everybody', { default: true }),
  forDepts: links('可见部门（含下级）', 'Departments (with those below)', 'department', { optional: true, show: false }),
  forRoles: links('可见角色', 'Roles', 'role', { optional: true, show: false }),
  forPeople: links('可见人员', 'People', 'employee', { optional: true, show: false, max: 500 }),
} satisfies Fields
const mustReadFields: Fields = {
  mustRead: flag('需要确认阅读', 'Must be read', { default: false, filter: 'select' }),
  confirmBy: dateTime('确认截止时间', 'To be confirmed by', { optional: true, notBefore: 'now' }),
}

const stickyFields: Fields = {
  stickyUntil: dateTime('置顶至', 'On top until', { optional: true, notBefore: 'now', show: false }),
}
const commentFields: Fields = { allowComment: flag('允许评论', 'May be commented', { default: true, show: false }) }

/** Fields that the words of a publishable record bring along, the same for its readers. */
const wordFields = ({ mustRead, sticky, comments }: PublishWords): Fields => ({
  ...(mustRead ? mustReadFields : {}),
  ...(sticky ? stickyFields : {}),
  ...(comments ? commentFields : {}),
})
/** Names of the fields that readers have as the draft has them. */
export const copiedFields = (words: PublishWords): string[] => [...words.shown, ...Object.keys(wordFields(words))]

/** What the server keeps of what readers see. */
const shownFields: Fields = {
  publishedAt: dateTime('发布时间', 'Published at', { optional: true, computed: true, sort: true }),
  revision: integer('修订版本', 'Revision', { default: 0, computed: true, show: false, identifier: true }),
  publishedVersion: integer('已发布的版本', 'Published version', { optional: true, computed: true, hidden: true }),
}
const wayFields: Fields = {
  publishAt: dateTime('定时发布时间', 'To be published at', { optional: true, computed: true, notBefore: 'now' }),
  ...shownFields,
}

/** what waits for its time, found each minute */
const scheduledFirst = { on: ['orgId', 'publishAt'], where: `status = ${publishStates.scheduled[0]}` }

/** Declares both. `type`, `title`, `kind` and the fields are those of the draft; readers' list type is the same with `Published`. */
export function publishable<F extends Fields>(
  table: string,
  {
    publish,
    fields,
    ...definition
  }: Omit<ResourceDefinition<F, undefined, undefined>, 'record'> & {
    readonly publish: PublishWords
    /** its page names the fields of the way as well */
    readonly record?: RecordWords
  },
): Publishable {
  const publishing: Publishing = { ...publish, draft: table, published: `${table}_published` }
  const more: Fields = { ...(publish.audience ? audienceFields : {}), ...wordFields(publish) }
  const isAudited = publish.auditedBut !== undefined
  const [first, ...others] = Object.entries({ ...fields, ...more })
  const all: Fields = isAudited
    ? {
        // beside what it is called: whoever audits looks for it
        ...Object.fromEntries(first === undefined ? [] : [first]),
        state: choice('状态', 'Status', auditStates, { default: 0, filter: 'select', width: 100 }),
        ...Object.fromEntries(others),
        ...shownFields,
      }
    : {
        ...fields,
        ...more,
        status: choice('状态', 'Status', publishStates, { default: 0, filter: 'select', width: 90 }),
        ...wayFields,
      }
  const draft = {
    ...resource<string, Fields>(table, {
      ...(definition as Omit<ResourceDefinition<Fields, undefined, undefined>, 'fields'>),
      fields: all,
      storage: { ...definition.storage, index: [...(definition.storage?.index ?? []), ...(isAudited ? [] : [scheduledFirst])] },
      life: { ...definition.life, states: machineOf(publish, fields) },
    }),
    publishing,
  }
  return { draft, published: publishedOf(definition as ResourceDefinition<Fields>, fields, publishing) }
}

/** What readers see: nobody writes it but the publishing of its draft, whose id it has. */
function publishedOf({ type, title, storage, record }: ResourceDefinition<Fields>, fields: Fields, publishing: Publishing): Resource {
  const shown = publishing.shown.map(name => {
    const field = fields[name]
    if (field === undefined) throw new Error(`${publishing.draft}: publishes ${name}, which is no field of it`)
    return [name, asCopy(field, publishing.needs?.includes(name) === true)] as const
  })
  const all: Fields = {
    ...Object.fromEntries(shown),
    ...(publishing.audience ? { audience: texts('可见范围', 'Audience', { hidden: true }) } : {}),
    ...copied(wordFields(publishing)),
    publishedAt: dateTime('发布时间', 'Published at', { sort: true, computed: true }),
    revision: integer('修订版本', 'Revision', { computed: true, show: false, identifier: true }),
    isArchived: flag('已存档', 'Archived', { default: false, computed: true, filter: 'select' }),
  }
  const sort = publishing.sort ?? { field: 'publishedAt', way: 'DESC' }
  return {
    ...resource(publishing.published, {
      ...(type === undefined ? {} : { type: `${type}Published` }),
      title,
      access: { scope: publishing.audience ? sharedWithMe : ownOrganisation },
      fields: all,
      list: { sort, ...(publishing.search === undefined ? {} : { search: publishing.search }) },
      record: {
        ...(publishing.comments ? { thread: { openIf: 'allowComment' } } : {}),
        ...(record?.label === undefined ? {} : { label: record.label }),
      },
      storage: {
        ...(storage?.kind === undefined ? {} : { kind: storage.kind }),
        index: [['orgId', `${sort.way === 'DESC' ? '-' : ''}${sort.field}`, `${sort.way === 'DESC' ? '-' : ''}id`]],
      },
    }),
    publishing,
  }
}

const copied = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, asCopy(field, false)]))

/** The same field as the server alone writes it. */
function asCopy({ ...field }: Field, isFilled: boolean): Field {
  const { set: _, editDisabled: __, inline: ___, notBefore: ____, ...options } = field.options
  return { ...field, options: { ...options, computed: true, ...(isFilled ? { optional: false } : {}) } }
}

const isGiven = (name: string, field: Field | undefined): string => {
  const column = columnOf(name)
  return field?.kind === 'files' || field?.kind === 'links' ? `coalesce(cardinality(${column}), 0) > 0` : `${column} is not null`
}

function machineOf({ needs = [], audience, auditedBut }: PublishWords, fields: Fields): Machine {
  const filled: readonly Guard[] = needs.map(name => {
    const [zh, en] = fields[name]?.title ?? [name, name]
    return { where: isGiven(name, fields[name]), reason: [`发布前请先填写${zh}`, `Fill in ${en} before it is published`] }
  })
  const reaches: readonly Guard[] = audience
    ? [
        {
          where:
            'for_all or coalesce(cardinality(for_depts), 0) + coalesce(cardinality(for_roles), 0) + ' +
            'coalesce(cardinality(for_people), 0) > 0',
          reason: ['请先选择可见范围', 'Choose first whom it is for'],
        },
      ]
    : []
  const guards = [...filled, ...reaches]
  const shows: Pick<Step, 'set'> = {
    set: {
      publishedAt: 'now',
      publishedVersion: ({ row }) => Number(row['version'] ?? 0) + 1,
      revision: ({ row }) => Number(row['revision'] ?? 0) + 1,
    },
  }
  return auditedBut === undefined ? publishMachine(guards, shows) : auditMachine(auditedBut, guards, shows)
}

function publishMachine(guards: readonly Guard[], shows: Pick<Step, 'set'>): Machine {
  const may = byOperation(publishOperation, publishRight)
  return machine('status', {
    states: {
      draft: { edit: 'all', remove: { where: 'published_at is null', reason: publishedStays } },
      published: { edit: 'all', final: true },
      archived: { final: true },
      scheduled: {},
      withdrawn: { edit: 'all', final: true },
    },
    steps: {
      publish: { title: ['发布', 'Publish'], from: ['draft', 'withdrawn'], to: 'published', may, guards, ...shows, tone: 'primary' },
      republish: {
        title: ['发布修改', 'Publish changes'],
        from: ['published'],
        to: 'published',
        sameState: true,
        may,
        guards: [
          ...guards,
          { where: 'published_version is distinct from version', reason: ['没有未发布的修改', 'There are no changes to publish'] },
        ],
        ...shows,
        tone: 'primary',
      },
      schedule: {
        title: ['定时发布', 'Schedule'],
        from: ['draft'],
        to: 'scheduled',
        may,
        guards,
        input: { publishAt: 'required' },
      },
      publishDue: { title: ['到时发布', 'Published when due'], from: ['scheduled'], to: 'published', may: byProgram, ...shows },
      unschedule: { title: ['取消定时', 'Cancel the schedule'], from: ['scheduled'], to: 'draft', may, set: { publishAt: null } },
      withdraw: {
        title: ['撤回', 'Withdraw'],
        from: ['published'],
        to: 'withdrawn',
        may,
        confirm: ['撤回后读者将看不到选中的 {n} 条，确定撤回吗？', 'Readers will no longer see the {n} records. Withdraw?'],
        tone: 'danger',
      },
      redraft: { title: ['转为草稿', 'Back to draft'], from: ['withdrawn'], to: 'draft', may },
      archive: { title: ['存档', 'Archive'], from: ['published', 'withdrawn'], to: 'archived', may },
    },
  })
}

export const isDraft = (r: Resource): r is Resource & { readonly publishing: Publishing } => r.publishing?.draft === r.table
