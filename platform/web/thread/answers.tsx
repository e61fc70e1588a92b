/** A comment with its answers, and what is written in their place. */
import type { ThreadComment } from '../../declare/wire-thread.ts'
import { mentionOf } from '../../format/mentions.ts'
import { t } from '../i18n/t.ts'
import type { Answered } from './arrange.ts'
import { Comment, type CommentProps } from './comment.tsx'
import { Composer, type Written } from './composer.tsx'
import { kept } from './kept.ts'
import { useRefreshThread, type ThreadAt } from './use-thread.ts'

/** A comment that is being answered or edited, one at a time. */
export interface Writing {
  readonly does: 'answer' | 'edit'
  readonly comment: ThreadComment
}

interface AnswersProps {
  readonly at: ThreadAt
  readonly entry: Answered
  readonly isNew: (comment: ThreadComment) => boolean
  readonly on: CommentProps['on']
  /** what is being answered or edited, anywhere in the conversation */
  readonly writing: Writing | null
  readonly onAnswer: (written: Written) => Promise<boolean>
  readonly onDone: () => void
}

/** A comment with its answers, one level below. */
export function Answers({ at, entry, isNew, on, writing, onAnswer, onDone }: AnswersProps) {
  const { comment, answers } = entry
  const shown = (one: ThreadComment) => (
    <Comment
      comment={one}
      isNew={isNew(one)}
      on={on}
      editing={writing?.does === 'edit' && writing.comment.id === one.id ? <Editing at={at} comment={one} onDone={onDone} /> : null}
    />
  )
  const answered = writing?.does === 'answer' ? [comment, ...answers].find(one => one.id === writing.comment.id) : undefined
  return (
    <li>
      {shown(comment)}
      {(answers.length > 0 || answered !== undefined) && (
        <ol className="zg-thread-answers">
          {answers.map(one => (
            <li key={one.id}>{shown(one)}</li>
          ))}
          {answered !== undefined && (
            <li>
              <Answering key={answered.id} at={at} answered={answered} onAnswer={onAnswer} onDone={onDone} />
            </li>
          )}
        </ol>
      )}
    </li>
  )
}

function Answering({ at, answered, onAnswer, onDone }: { answered: ThreadComment } & Pick<AnswersProps, 'at' | 'onAnswer' | 'onDone'>) {
  return (
    <Composer
      thread={at.thread}
      id={at.id}
      label={t('回复 {name}', { name: answered.by.name })}
      okText={t('回复')}
      // below the same comment as others: said to whom
      content={answered.parentId === null || answered.isMine ? '' : `${addressed(answered)} `}
      autoFocus
      onSend={async written => {
        const isKept = await onAnswer(written)
        if (isKept) onDone()
        return isKept
      }}
      onCancel={onDone}
    />
  )
}

const addressed = ({ by }: ThreadComment): string => (by.accountId === null ? `@${by.name}` : mentionOf(by.name, by.accountId))

function Editing({ at, comment, onDone }: { at: ThreadAt; comment: ThreadComment; onDone: () => void }) {
  const refresh = useRefreshThread(at)
  const { thread, id } = at
  return (
    <Composer
      thread={thread}
      id={id}
      label={t('编辑发言')}
      okText={t('保存')}
      content={comment.content}
      files={comment.files}
      autoFocus
      onSend={async ({ content, files }) => {
        const isKept = await kept(thread.update, { id: comment.id, version: comment.version, content, files }, refresh)
        if (isKept) onDone()
        return isKept
      }}
      onCancel={onDone}
    />
  )
}
