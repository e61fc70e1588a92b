/** What people are told of approvals: messages of kind 6 审批, which the bell and /approvalNotice show alike. */
import { givenAccounts, notice, type Notice } from '#platform/declare/notice.ts'
import type { Title } from '#platform/declare/title.ts'
import type { ApprovalNoticeKind } from '#platform/declare/wire-approval.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { tellAccounts } from '#platform/server/notices.ts'
import { keyOf, titleOf, type Instance } from './load.ts'

/** 1 待办 2 退回 3 通过 4 抄送 5 催办 6 超时 */
export const noticeKinds = { todo: 1, back: 2, passed: 3, copied: 4, urged: 5, soon: 6, late: 6, ended: 2 } as const satisfies Record<
  string,
  ApprovalNoticeKind
>
export type NoticeName = keyof typeof noticeKinds

const approvalNotice = (code: string, name: Title, title: Title): Notice =>
  notice(`approval.${code}`, name, { title, text: ['{text}', '{text}'], kind: 'approval', to: [givenAccounts] })

export const approvalNotices: Readonly<Record<NoticeName, Notice>> = {
  todo: approvalNotice('todo', ['待我审批', 'To be approved by me'], ['待审批：{title}（{by}）', 'To be approved: {title} ({by})']),
  back: approvalNotice('back', ['审批退回', 'Sent back'], ['{by} 退回了“{title}”', '{by} sent “{title}” back']),
  passed: approvalNotice('passed', ['审批通过', 'Approved'], ['“{title}”已通过审批', '“{title}” is approved']),
  copied: approvalNotice('copied', ['审批抄送', 'Copy of an approval'], ['抄送：{title}（{by}）', 'Copy: {title} ({by})']),
  urged: approvalNotice('urged', ['审批催办', 'Urged'], ['{by} 催办：{title}', '{by} asks you to hurry: {title}']),
  soon: approvalNotice('soon', ['审批即将超时', 'Approvals soon late'], ['审批即将超时：{title}', 'Soon late: {title}']),
  late: approvalNotice('late', ['审批超时', 'Late approvals'], ['审批超时：{title}', 'Late: {title}']),
  ended: approvalNotice('ended', ['审批终止', 'Approval ended'], ['“{title}”的审批已终止', 'The approval of “{title}” has ended']),
}

/** One message to each of these employees; `but` is not told: whoever did it. */
export async function tellPeople(
  context: Context,
  tx: Tx,
  name: NoticeName,
  instance: Pick<Instance, 'id' | 'recordId' | 'formCode' | 'title' | 'resource' | 'matter'>,
  employeeIds: readonly string[],
  words: { readonly by: string; readonly text?: string | Title | null; readonly but?: string | null },
): Promise<void> {
  const people = [...new Set(employeeIds)]
  if (people.length === 0) return
  const { house, caller } = context
  const byEmployee = await house.rights.accountsOfEmployees(caller.orgId, people, tx)
  const accounts = [...byEmployee.values()].flat().filter(account => account !== words.but)
  const target = { approval: { formCode: instance.formCode, keyValue: keyOf(instance), kind: noticeKinds[name] } }
  const values = { title: titleOf(instance), by: words.by, text: words.text ?? '' }
  await tellAccounts(context, tx, approvalNotices[name], accounts, values, target)
}
