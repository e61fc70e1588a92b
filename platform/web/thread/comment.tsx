/** One comment or answer: who, when, words, files, and what can be done with it. */
import { Avatar, Button, Image, Tag } from 'antd'
import { createContext, use, type ReactNode } from 'react'
import type { UploadedFile } from '../../declare/wire-values.ts'
import type { ThreadComment, ThreadPerson } from '../../declare/wire-thread.ts'
import { textParts } from '../../format/mentions.ts'
import { FileItem, isPicture } from '../files/file-item.tsx'
import '../files/files-control.css'
import { t } from '../i18n/t.ts'
import { Asked } from '../widgets/confirm.tsx'
import { showInstant } from '../values/value.ts'

/** without the seconds */
const minuteLength = 'YYYY-MM-DD HH:mm'.length

export const Face = ({ person, size = 32 }: { person: ThreadPerson; size?: number }) => (
  <Avatar aria-hidden size={size} src={person.avatar ?? undefined} className="zg-thread-face">
    {person.name.slice(0, 1)}
  </Avatar>
)

export const When = ({ at }: { at: string }) => {
  const shown = showInstant(at)
  return (
    <time dateTime={at} title={shown}>
      {shown.slice(0, minuteLength)}
    </time>
  )
}

const Words = ({ text }: { text: string }) => (
  <p className="zg-thread-words">
    {textParts(text).map((part, i) =>
      'accountId' in part ? (
        // oxlint-disable-next-line no-array-index-key -- parts of one text have no other name
        <span key={i} className="zg-thread-mention">
          @{part.name}
        </span>
      ) : (
        part.text
      ),
    )}
  </p>
)

function Files({ files }: { files: readonly UploadedFile[] }) {
  const pictures = files.filter(isPicture)
  const others = files.filter(file => !isPicture(file))
  return (
    <Image.PreviewGroup>
      {pictures.length > 0 && (
        <ul className="zg-file-tiles">
          {pictures.map(file => (
            <FileItem key={file.id} file={file} isTile />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="zg-file-rows">
          {others.map(file => (
            <FileItem key={file.id} file={file} isTile={false} />
          ))}
        </ul>
      )}
    </Image.PreviewGroup>
  )
}

export interface CommentProps {
  readonly comment: ThreadComment
  /** came after what this person has seen */
  readonly isNew: boolean
  /** null: nothing can be written here now */
  readonly on: {
    readonly answer: (comment: ThreadComment) => void
    readonly edit: (comment: ThreadComment) => void
    readonly remove: (comment: ThreadComment) => Promise<void>
  } | null
  /** where it is being edited: stands in its place */
  readonly editing: ReactNode
}

/** What a page adds to the tools of each comment (likes of the board); beside what everybody may do with it. */
export const CommentTools = createContext<((comment: ThreadComment) => ReactNode) | null>(null)

export function Comment({ comment, isNew, on, editing }: CommentProps) {
  const more = use(CommentTools)
  if (comment.isDeleted) return <p className="zg-thread-gone">{t('已删除')}</p>
  const { by } = comment
  return (
    <article className="zg-thread-comment" data-comment={comment.id} aria-label={t('{name} 的发言', { name: by.name })}>
      <Face person={by} />
      <div className="zg-thread-said">
        <header>
          <strong>{by.name}</strong>
          <When at={comment.at} />
          {comment.isEdited && <span>{t('已编辑')}</span>}
          {isNew && (
            <Tag color="blue" className="zg-thread-new">
              {t('新消息')}
            </Tag>
          )}
        </header>
        {editing ?? (
          <>
            {comment.content !== '' && <Words text={comment.content} />}
            {comment.files.length > 0 && <Files files={comment.files} />}
            {(on !== null || more !== null) && (
              <div className="zg-thread-tools">
                {more?.(comment)}
                {on !== null && (
                  <Button type="link" size="small" onClick={() => on.answer(comment)}>
                    {t('回复')}
                  </Button>
                )}
                {on !== null && comment.isMine && (
                  <>
                    <Button type="link" size="small" onClick={() => on.edit(comment)}>
                      {t('编辑')}
                    </Button>
                    <Asked loses title={t('删除这条发言？')} okText={t('删除')} onConfirm={() => void on.remove(comment)}>
                      <Button type="link" size="small" danger>
                        {t('删除')}
                      </Button>
                    </Asked>
                  </>
                )}
              </div>
            )}
          </>
        )}
      </div>
    </article>
  )
}
