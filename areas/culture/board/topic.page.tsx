/** A topic: what was posted, its best reply, likes, replies, moderation. */
import { feedback } from '#platform/web/api/feedback.ts'
import { FlagOutlined, LikeFilled, LikeOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Empty, Input, Radio, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { ThreadPage } from '#platform/declare/wire-thread.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { asText } from '#platform/format/text.ts'
import { plainMentions } from '#platform/format/mentions.ts'
import { api } from '#platform/web/api/client.ts'
import { FileItem } from '#platform/web/files/file-item.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { RichTextView } from '#platform/web/rich-text/rich-text.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { CommentTools } from '#platform/web/thread/comment.tsx'
import RecordThread from '#platform/web/thread/record-thread.tsx'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import type { BoardTopic } from './answers.ts'
import { ReplyLike } from './reply-like.tsx'
import { authorOf, topicTone } from './topic-words.tsx'
import '#platform/web/files/files-control.css'
import './board.css'

const idInAddress = (): string => new URLSearchParams(window.location.search).get('id') ?? ''

export default function TopicPage() {
  const { menu } = usePage()
  const [id] = useState(idInAddress)
  const { data, error, refetch } = useQuery<BoardTopic>({
    queryKey: ['bbsTopic', 'view', id],
    queryFn: ({ signal }) => api.post('/bbsTopic/view', { id }, { signal, quiet: true }),
    enabled: id !== '',
    // opening it counts a view
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (id === '') return <Empty description={t('请从公告栏打开帖子')} />
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  const tone = topicTone(data)
  const pictures = (data['pictures'] ?? []) as readonly UploadedFile[]
  return (
    <article className="zg-bbs zg-topic">
      <h1 className="zg-hidden">{menu.meta.title}</h1>
      <Typography.Title level={3}>
        {String(data['title'])} {tone !== null && <Tag color={tone.color}>{tone.label}</Tag>}
      </Typography.Title>
      <div className="zg-bbs-meta">
        <span>{asText(data['sectionIdLabel'] ?? '')}</span>
        <span>{authorOf(data)}</span>
        <span>{showInstant(String(data['postedAt'])).slice(0, 16)}</span>
        <span>{t('{n} 次浏览', { n: Number(data['views']) })}</span>
      </div>
      {data['reason'] != null && <Alert type="warning" showIcon title={t('版主说明：{reason}', { reason: asText(data['reason']) })} />}
      <RichTextView value={data.content} />
      {pictures.length > 0 && (
        <ul className="zg-topic-pictures">
          {pictures.map(file => (
            <FileItem key={file.id} file={file} isTile />
          ))}
        </ul>
      )}
      <TopicTools topic={data} />
      {data.bestReply !== null && (
        <Alert
          type="success"
          showIcon
          title={t('最佳回复 · {by}', { by: data.bestReply.by })}
          description={plainMentions(data.bestReply.content)}
        />
      )}
      <Typography.Title level={5}>{t('回复 {n}', { n: Number(data['replies']) })}</Typography.Title>
      <CommentTools value={comment => <ReplyLike topicId={id} comment={comment} />}>
        <RecordThread resource="bbsTopic" id={id} isBelow />
      </CommentTools>
    </article>
  )
}

/** Writes and reads the topic anew; a refusal was shown by the call. */
function useDo(topic: BoardTopic): (call: string, body: object, done?: string) => Promise<boolean> {
  const client = useQueryClient()
  return async (call, body, done) => {
    try {
      await api.write(`/bbsTopic/${call}`, { id: topic.id, ...body })
      if (done !== undefined) feedback.success(done)
      return true
    } catch {
      // the call has shown why
      return false
    } finally {
      void client.invalidateQueries({ queryKey: ['bbsTopic'] })
    }
  }
}

const moderation = (): Readonly<Record<string, readonly [title: string, asksReason: boolean]>> => ({
  stick: [t('置顶'), false],
  unstick: [t('取消置顶'), false],
  close: [t('关闭'), true],
  reopen: [t('重新开放'), false],
  hide: [t('隐藏'), true],
  show: [t('取消隐藏'), false],
  takeDown: [t('移除'), true],
})

function TopicTools({ topic }: { topic: BoardTopic }) {
  const run = useDo(topic)
  const { modal } = App.useApp()
  const [asked, setAsked] = useState<string | null>(null)
  const [isReporting, setReporting] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const may = (topic['may'] ?? []) as readonly string[]
  const names = moderation()
  return (
    <div className="zg-topic-tools">
      <Button
        type={topic.liked ? 'primary' : 'default'}
        aria-pressed={topic.liked}
        icon={topic.liked ? <LikeFilled aria-hidden /> : <LikeOutlined aria-hidden />}
        onClick={() => void run('like', {})}
      >
        {t('点赞 {n}', { n: Number(topic['likes']) })}
      </Button>
      {(topic.isMine || topic.moderates) && topic['state'] === 1 && Number(topic['replies']) > 0 && (
        <Button onClick={() => setChoosing(true)}>{t('选最佳回复')}</Button>
      )}
      {Object.entries(names)
        .filter(([name]) => may.includes(name) && !(name === 'stick' && topic['sticky'] === true))
        .map(([name, [title, asksReason]]) => (
          <Button key={name} onClick={() => (asksReason ? setAsked(name) : void run(name, {}, t('已处理')))}>
            {title}
          </Button>
        ))}
      {may.includes('withdraw') && (
        <Button
          danger
          onClick={() =>
            askFirst(modal, {
              loses: true,
              title: t('删除后不能恢复，确定删除这个帖子吗？'),
              okText: t('删除帖子'),
              onOk: async () => void (await run('withdraw', {}, t('已删除'))),
            })
          }
        >
          {t('删除帖子')}
        </Button>
      )}
      {!topic.isMine && (
        <Button type="text" icon={<FlagOutlined aria-hidden />} onClick={() => setReporting(true)}>
          {t('举报')}
        </Button>
      )}
      {asked !== null && (
        <ReasonDialog
          title={names[asked]?.[0] ?? ''}
          onClose={() => setAsked(null)}
          onSend={async reason => {
            if (await run(asked, { reason }, t('已处理'))) setAsked(null)
          }}
        />
      )}
      {isReporting && <ReportDialog topic={topic} onClose={() => setReporting(false)} />}
      {isChoosing && <BestDialog topic={topic} onClose={() => setChoosing(false)} />}
    </div>
  )
}

const reasonMax = 200

function ReasonDialog({ title, onClose, onSend }: { title: string; onClose: () => void; onSend: (reason: string) => Promise<void> }) {
  const [reason, setReason] = useState('')
  return (
    <TabModal
      open
      title={title}
      okText={title}
      okButtonProps={{ disabled: reason.trim() === '' }}
      onCancel={onClose}
      onOk={() => void onSend(reason.trim())}
    >
      <p>{t('原因会告诉作者')}</p>
      <Input.TextArea
        aria-label={t('原因')}
        rows={3}
        maxLength={reasonMax}
        showCount
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </TabModal>
  )
}

function ReportDialog({ topic, onClose }: { topic: BoardTopic; onClose: () => void }) {
  const [kind, setKind] = useState(3)
  const [reason, setReason] = useState('')
  const [target, setTarget] = useState<string | null>(null)
  const replies = useReplies(topic.id)
  const send = async (): Promise<void> => {
    try {
      await api.write('/bbsReport/insert', {
        topicId: topic.id,
        kind,
        ...(target === null ? {} : { commentId: target }),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      })
    } catch {
      // the call has shown why; what was written stays
      return
    }
    feedback.success(t('已举报，版主会尽快处理'))
    onClose()
  }
  return (
    <TabModal open title={t('举报')} okText={t('提交举报')} onCancel={onClose} onOk={() => void send()}>
      <div className="zg-topic-form">
        <Radio.Group
          aria-label={t('原因')}
          value={kind}
          onChange={event => setKind(Number(event.target.value))}
          options={[
            { value: 1, label: t('广告推销') },
            { value: 2, label: t('不实信息') },
            { value: 3, label: t('攻击他人') },
            { value: 4, label: t('泄露机密') },
            { value: 9, label: t('其他') },
          ]}
        />
        {replies.length > 0 && (
          <Radio.Group
            className="zg-topic-replies"
            aria-label={t('举报的内容')}
            value={target}
            onChange={event => setTarget(event.target.value as string | null)}
            options={[
              { value: null, label: t('整个帖子') },
              ...replies.map(one => ({ value: one.id, label: t('{by} 的回复：{text}', { by: one.by, text: one.text }) })),
            ]}
          />
        )}
        <Input.TextArea
          aria-label={t('说明')}
          placeholder={t('补充说明，可不填')}
          rows={3}
          maxLength={reasonMax}
          showCount
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
      </div>
    </TabModal>
  )
}

/** The newest replies in one line each. */
function useReplies(id: string): readonly { readonly id: string; readonly by: string; readonly text: string }[] {
  const { data } = useQuery<ThreadPage>({
    queryKey: ['bbsTopic', 'replies', id],
    queryFn: ({ signal }) => api.post('/bbsTopic/thread/list', { recordId: id, pageSize: 100 }, { signal, quiet: true }),
  })
  return (data?.list ?? []).flatMap(one =>
    one.kind === 'comment' && !one.isDeleted ? [{ id: one.id, by: one.by.name, text: plainMentions(one.content ?? '').slice(0, 40) }] : [],
  )
}

function BestDialog({ topic, onClose }: { topic: BoardTopic; onClose: () => void }) {
  const run = useDo(topic)
  const replies = useReplies(topic.id)
  const [chosen, setChosen] = useState<string | null>(topic.bestReply?.id ?? null)
  return (
    <TabModal
      open
      title={t('选最佳回复')}
      okText={t('设为最佳回复')}
      okButtonProps={{ disabled: chosen === null }}
      onCancel={onClose}
      onOk={() => {
        void run('best', { replyId: chosen }, t('已设为最佳回复')).then(isDone => isDone && onClose())
      }}
    >
      <Radio.Group
        className="zg-topic-replies"
        aria-label={t('回复')}
        value={chosen}
        onChange={event => setChosen(String(event.target.value))}
        options={replies.map(one => ({ value: one.id, label: `${one.by}：${one.text}` }))}
      />
    </TabModal>
  )
}
