/** What is changed and not saved: the page counts as unsaved, and leaving it asks once. */
import { Modal } from 'antd'
import { useRef, type ReactNode } from 'react'
import { useUnsaved } from '#platform/web/form/unsaved.ts'
import { t } from '#platform/web/i18n/t.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'

interface Guard {
  /** goes on at once where nothing is changed */
  leave(go: () => void): void
  /** to be drawn by the page */
  readonly questions: ReactNode
}

/** `question` names what would be lost. */
export function useGuard(isEdited: boolean, question: string): Guard {
  const [modal, questions] = Modal.useModal()
  // an impatient second click asks no second time
  const isAsking = useRef(false)
  useUnsaved(isEdited)
  return {
    questions,
    leave(go) {
      if (!isEdited) return go()
      if (isAsking.current) return
      isAsking.current = true
      const answered = (): void => void (isAsking.current = false)
      const onOk = (): void => {
        answered()
        go()
      }
      askFirst(modal, { loses: true, title: question, okText: t('放弃修改'), cancelText: t('继续修改'), onOk, onCancel: answered })
    },
  }
}
