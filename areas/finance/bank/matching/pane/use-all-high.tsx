/** 接受全部高匹配: asks once, then portion by portion, and says what was left. */
import { Modal } from 'antd'
import type { ReactElement } from 'react'
import { withThousands } from '#platform/format/numbers.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import type { AcceptAll } from './use-accept-all.tsx'
import type { Desk } from './use-desk.tsx'

export function useAllHigh({ ask, overview, writes, refresh }: Desk, acceptAll: AcceptAll): [begin: () => void, questions: ReactElement] {
  const [modal, questions] = Modal.useModal()
  const run = async (): Promise<void> => {
    const { matchIds, left, error } = await acceptAll.run(ask.accountId, ask.month)
    if (matchIds.length > 0) writes.noteMany(matchIds)
    if (error !== null) feedback.error(error.msg)
    else if (left > 0) feedback.warning(t('{count} 组没有接受：已被别人处理，或需要逐笔确认', { count: left }))
    refresh()
  }
  const begin = (): void =>
    askFirst(modal, {
      loses: false,
      title: t('接受全部 {count} 组高匹配建议吗？', { count: withThousands(String(overview.data?.high ?? 0)) }),
      content: t('每组单独勾对；已被别人处理的跳过。完成后可以撤销。'),
      okText: t('接受'),
      onOk: () => void run(),
    })
  return [begin, questions]
}
