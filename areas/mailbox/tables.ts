/**
 * The general manager's mailbox: the letter as its writer has it, the copy of those who keep the mailbox, their replies, and the copies of
 * those for the writer. All rows belong to the server's own account: nobody reaches them but by the calls of the mailbox. Every letter is
 * sealed, also those with a name, which stands in the copy alone: a draft that becomes anonymous has left no name behind.
 */
import { bigInteger, choice, dateTime, files, flag, longText, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount } from '#platform/declare/scope.ts'
import { byProgram, machine } from '#platform/declare/states.ts'
import { contentMax, filesMax, mailboxPermission, letterKinds, letterStates, replyStates, subjectMax } from './codes.ts'

/** the server's own account, for which no person can stand */
const held = () => bigInteger('账号', 'Account', { default: '0', hidden: true })
const at = (zh: string, en: string) => dateTime(zh, en, { optional: true, computed: true })
const ofLetter = () => bigInteger('来信', 'Letter', { hidden: true })
/** what each of the four says */
const words = {
  subject: text('主题', 'Subject', { max: subjectMax, optional: true }),
  content: longText('内容', 'Content', { max: contentMax, optional: true }),
  files: files('附件', 'Files', { max: filesMax, optional: true }),
}
/** what a letter says, for its writer and for those who keep the mailbox */
const letterWords = {
  ...words,
  kind: choice('类型', 'Kind', letterKinds, { default: 1 }),
  isAnonymous: flag('匿名', 'Anonymous', { default: false }),
  /** the reply that it answers */
  answersId: bigInteger('回复', 'Answers', { optional: true, hidden: true }),
}
/** of what somebody writes: when it was sent and read, deleted and removed for good */
const times = {
  sentAt: at('发送时间', 'Sent at'),
  readAt: at('阅读时间', 'Read at'),
  trashedAt: at('删除时间', 'Deleted at'),
  removedAt: at('彻底删除时间', 'Removed at'),
}
/** of the other side's copy */
const received = {
  sentAt: dateTime('发送时间', 'Sent at', { computed: true }),
  isRead: flag('已读', 'Read', { default: false, computed: true }),
  trashedAt: at('删除时间', 'Deleted at'),
}

const moves = {
  send: { title: ['发送', 'Send'], from: ['draft', 'withdrawn'], to: 'sent', may: byProgram, set: { sentAt: 'now' } },
  withdraw: { title: ['撤回', 'Withdraw'], from: ['sent'], to: 'withdrawn', may: byProgram },
  read: { title: ['阅读', 'Read'], from: ['sent'], to: 'read', may: byProgram, set: { readAt: 'now' } },
} as const

export const bossLetter = resource('boss_letter', {
  title: ['来信', 'Letter'],
  access: { scope: ownedByAccount, sealedAuthor: true, permission: mailboxPermission },
  fields: {
    accountId: held(),
    ...letterWords,
    state: choice('状态', 'Status', letterStates, { default: 0 }),
    ...times,
  },
  list: { search: false },
  record: { label: 'subject' },
  storage: { index: [['orgId', 'trashedAt']] },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        sent: {},
        withdrawn: { edit: 'all', remove: true },
        read: { final: true },
        replied: { final: true },
      },
      steps: {
        ...moves,
        answer: { title: ['回复', 'Reply'], from: ['read'], to: 'replied', may: byProgram },
        unanswer: { title: ['撤回回复', 'Reply withdrawn'], from: ['replied'], to: 'read', may: byProgram },
      },
    }),
  },
})

export const bossLetterCopy = resource('boss_letter_copy', {
  title: ['收到的来信', 'Received letter'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: held(),
    letterId: ofLetter(),
    ...letterWords,
    /** of letters with a name alone */
    senderId: reference('来信人', 'From', 'employee', { optional: true, noForeignKey: true }),
    isReplied: flag('已回复', 'Replied', { default: false, computed: true }),
    ...received,
  },
  list: { search: false },
  record: { label: 'subject' },
  storage: {
    index: [
      ['orgId', '-sentAt', '-id'],
      ['letterId'],
      { on: ['orgId'], where: 'not is_read and trashed_at is null' },
      ['orgId', 'trashedAt'],
    ],
  },
})

export const bossReply = resource('boss_reply', {
  title: ['回复', 'Reply'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: held(),
    copyId: bigInteger('收到的来信', 'Received letter', { hidden: true }),
    letterId: ofLetter(),
    ...words,
    /** told to those who keep the mailbox alone */
    writer: text('回复人', 'Writer', { max: 100 }),
    state: choice('状态', 'Status', replyStates, { default: 0 }),
    ...times,
  },
  list: { search: false },
  record: { label: 'subject' },
  storage: { index: [['orgId', '-updatedAt', '-id'], ['copyId'], ['letterId'], ['orgId', 'trashedAt']] },
  life: {
    states: machine('state', {
      states: { draft: { edit: 'all', remove: true }, sent: {}, withdrawn: { edit: 'all', remove: true }, read: { final: true } },
      steps: moves,
    }),
  },
})

export const bossReplyCopy = resource('boss_reply_copy', {
  title: ['收到的回复', 'Received reply'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: held(),
    replyId: bigInteger('回复', 'Reply', { hidden: true }),
    letterId: ofLetter(),
    ...words,
    ...received,
  },
  list: { search: false },
  record: { label: 'subject' },
  storage: { index: [['letterId', '-sentAt'], ['replyId'], ['orgId', 'trashedAt']] },
})

const named = { bossLetter, bossLetterCopy, bossReply, bossReplyCopy }
export const mailboxTables = Object.values(named)
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
