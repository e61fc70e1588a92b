/**
 * The tables behind the word `thread` of a resource: its comments, and what each person has seen last. A pair for each resource, so that a
 * comment is seen `through` its record as any line is, and indexes begin with the record. Comments outlive their record for as long as its
 * deletion can be taken back (forget.ts).
 */
import { bigInteger, dateTime, files, flag, json, longText, reference, text } from '#platform/declare/fields.ts'
import { permissionOf, resource, type Resource } from '#platform/declare/resource.ts'
import { ownedByAccount, through } from '#platform/declare/scope.ts'

/** characters of a comment */
export const commentMax = 5_000
export const commentFilesMax = 8
/** PostgreSQL cuts names at 63 characters; the indexes' names are longer than the table's */
const tableLengthMax = 40

export interface ThreadTables {
  readonly comment: Resource
  /** absent where authors are sealed: who reads a record of which only he and its readers know would be named by it */
  readonly seen?: Resource
}

const known = new WeakMap<Resource, ThreadTables>()
const records = new WeakMap<Resource, Resource>()

export function threadOf(r: Resource): ThreadTables {
  const there = known.get(r)
  if (there !== undefined) return there
  const comment = commentTable(r)
  const made = r.sealedAuthor === undefined ? { comment, seen: seenTable(r) } : { comment }
  known.set(r, made)
  records.set(comment, r)
  return made
}

/** The resource whose records these comments are about; undefined for every other table. */
export const recordsOfThread = (comment: Resource): Resource | undefined => records.get(comment)

/** A resource and the tables that its words bring along. */
export function withThread(r: Resource): readonly Resource[] {
  if (r.thread === undefined) return [r]
  const { comment, seen } = threadOf(r)
  return seen === undefined ? [r, comment] : [r, comment, seen]
}

const commentTable = (r: Resource): Resource => {
  const table = `${r.table}_comment`
  return resource(table, {
    title: [`${r.title[0]}沟通`, `${r.title[1]} conversation`],
    access: {
      scope: through('recordId'),
      permission: permissionOf(r),
      ...(r.sealedAuthor === undefined ? {} : { sealedAuthor: 'isSealed' }),
    },
    fields: {
      recordId: reference(r.title[0], r.title[1], r.table, { editDisabled: true, noForeignKey: true }),
      /** the comment that this one answers, which answers none itself */
      parentId: reference('回复的评论', 'Answers', table, { optional: true, editDisabled: true }),
      content: longText('内容', 'Content', { max: commentMax, optional: true }),
      files: files('附件', 'Files', { max: commentFilesMax, optional: true }),
      /** the author's name of then, as the trail keeps it */
      byName: text('发言人', 'By', { max: 100, computed: true }),
      /** accounts that were told of it */
      mentions: json<readonly string[]>('提到的人', 'Mentioned'),
      editedAt: dateTime('编辑时间', 'Edited at', { optional: true, computed: true }),
      deletedAt: dateTime('删除时间', 'Deleted at', { optional: true, computed: true }),
      ...(r.sealedAuthor === undefined ? {} : { isSealed: flag('匿名', 'Anonymous', { default: false, editDisabled: true }) }),
    },
    storage: { index: [['recordId', '-id'], { on: ['parentId'], where: 'parent_id is not null' }] },
  })
}

const seenTable = (r: Resource): Resource =>
  resource(`${r.table}_seen`, {
    title: [`${r.title[0]}沟通已读`, `${r.title[1]} conversation seen`],
    access: { scope: ownedByAccount },
    fields: {
      orgId: bigInteger('组织', 'Organisation'),
      accountId: bigInteger('账号', 'Account'),
      recordId: bigInteger('记录', 'Record'),
      /** the newest comment that was on the screen */
      lastId: bigInteger('看到的评论', 'Seen up to'),
      at: dateTime('时间', 'Time'),
    },
    storage: { primary: ['orgId', 'accountId', 'recordId'], index: [['recordId']] },
  })

/** What is wrong with the word, each fault named: the program does not start with one. */
export function threadFaults(r: Resource): string[] {
  if (r.thread === undefined) return []
  const states = Object.keys(r.states?.states ?? {})
  const { closedIn = [] } = r.thread === true ? {} : r.thread
  return [
    ...(r.standard === 'organisation' && r.kind !== 'shop' && r.byMonth === undefined
      ? []
      : [`${r.table}: a conversation needs records of an organisation that have an id`]),
    ...(r.table.length > tableLengthMax ? [`${r.table}: the name is too long for the tables of a conversation (${tableLengthMax})`] : []),
    ...closedIn.filter(name => !states.includes(name)).map(name => `${r.table}: a conversation is closed in the unknown state ${name}`),
  ]
}
