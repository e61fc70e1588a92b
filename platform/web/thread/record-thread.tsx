/** The conversation of a record, wherever the record is shown: in its drawer, on its page. Mounted while it is on the screen. */
import { Button, Empty, Result, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ThreadComment, ThreadMove } from '../../declare/wire-thread.ts'
import { ApiError } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { useListDefinition } from '../values/use-list-definition.ts'
import { Answers, type Writing } from './answers.tsx'
import { arranged, isAfter, type Arranged } from './arrange.ts'
import { When, type CommentProps } from './comment.tsx'
import { Composer, type Written } from './composer.tsx'
import { kept } from './kept.ts'
import { useRefreshThread, useSeen, useThreadPages, type ThreadAt } from './use-thread.ts'
import './thread.css'

interface RecordThreadProps {
  /** list type of the record */
  readonly resource: string
  readonly id: string
  /** it stands below what is read first: opening it does not go to its end */
  readonly isBelow?: boolean
}

/** Draws nothing where these records have no conversation. */
export default function RecordThread({ resource, id, isBelow = false }: RecordThreadProps) {
  const { data } = useListDefinition(resource)
  if (data === undefined) return <Skeleton active paragraph={{ rows: 4 }} title={false} />
  return data.thread === undefined ? null : <Conversation key={id} at={{ thread: data.thread, type: resource, id }} isBelow={isBelow} />
}

/** What was seen before the conversation opened; what comes while it is open is new as well. */
function useSeenBefore(seenId: string | null | undefined): string | null | undefined {
  const [before, setBefore] = useState(seenId)
  if (before === undefined && seenId !== undefined) setBefore(seenId)
  return before
}

function Conversation({ at, isBelow }: { at: ThreadAt; isBelow: boolean }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useThreadPages(at)
  useSeen(at, data?.pages)
  const first = data?.pages[0]
  const seenBefore = useSeenBefore(first?.seenId)
  if (isPending) return <Skeleton active avatar paragraph={{ rows: 4 }} title={false} />
  if (data === undefined || first === undefined)
    return (
      <Result
        status="warning"
        subTitle={error instanceof ApiError ? error.msg : t('读取失败，请重试')}
        extra={<Button onClick={() => void refetch()}>{t('重试')}</Button>}
      />
    )
  const isNew = (comment: ThreadComment): boolean =>
    seenBefore !== undefined && first.unread !== null && !comment.isMine && isAfter(comment.id, seenBefore)
  return (
    <section className="zg-thread" aria-label={t('沟通')}>
      {hasNextPage && (
        <Button block type="dashed" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('更早的内容')}
        </Button>
      )}
      <Talk at={at} isBelow={isBelow} entries={arranged(data.pages)} closed={first.closed} isNew={isNew} />
    </section>
  )
}

interface TalkProps {
  readonly at: ThreadAt
  readonly isBelow: boolean
  readonly entries: readonly Arranged[]
  /** why nothing can be written now; null: it can */
  readonly closed: string | null
  readonly isNew: (comment: ThreadComment) => boolean
}

/** What was said, and where something is added. */
function Talk({ at, isBelow, entries, closed, isNew }: TalkProps) {
  const { thread, id } = at
  const refresh = useRefreshThread(at)
  const [writing, setWriting] = useState<Writing | null>(null)
  const { list, end, show } = useInSight(entries, isBelow)
  const send = ({ content, files }: Written, parentId: string | null): Promise<boolean> =>
    kept(thread.add, { [thread.add.record]: id, content, files, ...(parentId === null ? {} : { parentId }) }, async added => {
      await refresh()
      show(added ?? null)
    })
  const on: CommentProps['on'] = {
    answer: comment => setWriting({ does: 'answer', comment }),
    edit: comment => setWriting({ does: 'edit', comment }),
    remove: comment => kept(thread.remove, { id: comment.id }, refresh).then(() => undefined),
  }
  return (
    <>
      {entries.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有人发言')} />}
      <ol className="zg-thread-list" ref={list}>
        {entries.map(entry =>
          entry.kind === 'move' ? (
            <Move key={`${entry.at} ${entry.title}`} move={entry} />
          ) : (
            <Answers
              key={entry.comment.id}
              at={at}
              entry={entry}
              isNew={isNew}
              on={closed === null ? on : null}
              writing={closed === null ? writing : null}
              onAnswer={written => send(written, entry.comment.id)}
              onDone={() => setWriting(null)}
            />
          ),
        )}
      </ol>
      <div className="zg-thread-end" hidden={writing !== null}>
        {closed === null ? (
          <Composer thread={thread} id={id} label={t('发言')} okText={t('发送')} onSend={written => send(written, null)} />
        ) : (
          <p className="zg-thread-closed">{closed}</p>
        )}
      </div>
      <div ref={end} />
    </>
  )
}

/** A conversation opens where it has come to; what one has added oneself is shown when it has come. */
function useInSight(entries: readonly Arranged[], isBelow: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [added, show] = useState<string | null>(null)
  useEffect(() => {
    if (!isBelow) end.current?.scrollIntoView?.({ block: 'end' })
  }, [isBelow])
  useEffect(() => {
    if (added !== null) list.current?.querySelector(`[data-comment="${added}"]`)?.scrollIntoView?.({ block: 'center' })
    // entries: it may be drawn a moment later
  }, [added, entries.length])
  return { list, end, show }
}

const Move = ({ move }: { move: ThreadMove }) => (
  <li className="zg-thread-move">
    <span>
      {move.by.name} · {move.title} · {move.from === null || move.from === move.to ? move.to : `${move.from} → ${move.to}`}
    </span>
    <When at={move.at} />
    {move.note !== null && <q>{move.note}</q>}
  </li>
)
