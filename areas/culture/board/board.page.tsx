/** 论坛: the sections that are for a person, their topics, and posting one. */
import { CommentOutlined, EyeOutlined, LikeOutlined, PlusOutlined, PushpinOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Input, Pagination, Segmented, Tag } from 'antd'
import { useState } from 'react'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import type { SealedNotice } from '#platform/declare/sealed.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { FormModal } from '#platform/web/form/form-modal.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { clearable } from '#platform/web/widgets/clearable.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { BoardSection } from './answers.ts'
import { authorOf, topicPath, topicTone } from './topic-words.tsx'
import './board.css'

const pageSize = 20
const all = 'all'

function useTopics(section: string, keyword: string, pageNum: number) {
  const conditions = [
    ...(section === all ? [] : [{ field: 'sectionId', condition: 'EQ', value: section }]),
    ...(keyword === '' ? [] : [{ field: 'title', condition: 'CONTAINS', value: keyword }]),
  ]
  return useQuery<ListAnswer>({
    queryKey: ['bbsTopic', 'board', section, keyword, pageNum],
    queryFn: ({ signal }) => api.post('/bbsTopic/list', { pageNum, pageSize, conditionList: conditions }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

export default function BoardPage() {
  const { menu } = usePage()
  const { open } = useShell()
  const client = useQueryClient()
  const [section, setSection] = useState(all)
  const [keyword, setKeyword] = useState('')
  const [pageNum, setPage] = useState(1)
  const [isPosting, setPosting] = useState(false)
  const sections = useQuery<readonly BoardSection[]>({
    queryKey: ['bbsSection', 'board'],
    queryFn: ({ signal }) => api.get('/bbsSection/board', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const topics = useTopics(section, keyword, pageNum)
  if (sections.data === undefined)
    return sections.error === null ? <RowsLoading /> : <RowsFailed error={sections.error} onRetry={() => void sections.refetch()} />
  const chosen = sections.data.find(one => one.id === section)
  const choose = (next: string): void => {
    setSection(next)
    setPage(1)
  }
  return (
    <div className="zg-bbs">
      <h1 className="zg-hidden">{menu.meta.title}</h1>
      <Notices />
      <Bar
        sections={sections.data}
        section={section}
        onSection={choose}
        onSearch={text => {
          setKeyword(text.trim())
          setPage(1)
        }}
        onPost={() => setPosting(true)}
      />
      {chosen?.intro != null && <p className="zg-bbs-intro">{chosen.intro}</p>}
      {sections.data.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有面向您的版块')} />}
      {sections.data.length > 0 && <Topics topics={topics} pageNum={pageNum} onPage={setPage} />}
      {isPosting && (
        <PostForm
          sectionId={chosen?.id}
          onClose={() => setPosting(false)}
          onDone={id => {
            setPosting(false)
            void client.invalidateQueries({ queryKey: ['bbsTopic'] })
            void client.invalidateQueries({ queryKey: ['bbsSection'] })
            open(topicPath(id))
          }}
        />
      )}
    </div>
  )
}

interface BarProps {
  readonly sections: readonly BoardSection[]
  readonly section: string
  onSection(section: string): void
  onSearch(text: string): void
  onPost(): void
}

function Bar({ sections, section, onSection, onSearch, onPost }: BarProps) {
  return (
    <div className="zg-bbs-bar">
      <div className="zg-bbs-sections">
        <Segmented
          name="board-section"
          aria-label={t('版块')}
          value={section}
          onChange={onSection}
          options={[{ value: all, label: t('全部') }, ...sections.map(one => ({ value: one.id, label: `${one.name} ${one.topics}` }))]}
        />
      </div>
      <Input.Search
        className="zg-bbs-search"
        allowClear={clearable()}
        placeholder={t('搜索帖子标题')}
        aria-label={t('搜索帖子标题')}
        onSearch={onSearch}
      />
      <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={sections.length === 0} onClick={onPost}>
        {t('发帖')}
      </Button>
    </div>
  )
}

interface TopicsProps {
  readonly topics: ReturnType<typeof useTopics>
  readonly pageNum: number
  onPage(page: number): void
}

function Topics({ topics: { data, error, isPlaceholderData, refetch }, pageNum, onPage }: TopicsProps) {
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有帖子，来发第一帖')} />
  const total = data.total ?? 0
  return (
    <>
      <ul className={isPlaceholderData ? 'zg-bbs-topics zg-bbs-old' : 'zg-bbs-topics'}>
        {data.list.map(row => (
          <TopicLine key={row.id} row={row} />
        ))}
      </ul>
      {total > pageSize && (
        <Pagination
          align="end"
          current={pageNum}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          itemRender={pageSteps}
          onChange={onPage}
        />
      )}
    </>
  )
}

function TopicLine({ row }: { row: Row }) {
  const tone = topicTone(row)
  return (
    <li className="zg-bbs-topic">
      <div className="zg-bbs-title">
        {row['sticky'] === true && <PushpinOutlined aria-label={t('置顶')} className="zg-bbs-pin" />}
        <CardLink to={topicPath(row.id)}>{String(row['title'])}</CardLink>
        {tone !== null && <Tag color={tone.color}>{tone.label}</Tag>}
      </div>
      <div className="zg-bbs-meta">
        <span>{asText(row['sectionIdLabel'] ?? '')}</span>
        <span>{authorOf(row)}</span>
        <span>
          {row['lastReplyAt'] == null
            ? t('发布于 {at}', { at: showInstant(String(row['postedAt'])).slice(0, 16) })
            : t('{by} 回复于 {at}', { by: asText(row['lastReplyBy'] ?? ''), at: showInstant(asText(row['lastReplyAt'])).slice(0, 16) })}
        </span>
        <span className="zg-bbs-figures">
          <span title={t('回复')}>
            <CommentOutlined aria-label={t('回复')} /> {String(row['replies'])}
          </span>
          <span title={t('点赞数')}>
            <LikeOutlined aria-label={t('点赞数')} /> {String(row['likes'])}
          </span>
          <span title={t('浏览')}>
            <EyeOutlined aria-label={t('浏览')} /> {String(row['views'])}
          </span>
        </span>
      </div>
    </li>
  )
}

/** What one's anonymous topics were answered, which no message tells. */
function Notices() {
  const { data = [] } = useQuery<readonly SealedNotice[]>({
    queryKey: ['sealedNotice', 'bbsTopic'],
    queryFn: ({ signal }) => api.post('/sealedNotice/list', { list: 'bbsTopic', read: true }, { signal, quiet: true }),
  })
  const fresh = data.filter(one => !one.isRead)
  if (fresh.length === 0) return null
  return (
    <Alert
      type="info"
      showIcon
      closable
      title={t('您匿名发布的帖子有 {n} 条新消息', { n: fresh.length })}
      description={
        <ul className="zg-bbs-notices">
          {fresh.map(one => (
            <li key={one.id}>
              <CardLink to={topicPath(one.recordId)}>{one.title}</CardLink> {one.detail}
            </li>
          ))}
        </ul>
      }
    />
  )
}

interface PostFormProps {
  readonly sectionId: string | undefined
  readonly onClose: () => void
  readonly onDone: (id: string) => void
}

function PostForm({ sectionId, onClose, onDone }: PostFormProps) {
  const { data } = useListDefinition('bbsTopic')
  if (data === undefined) return null
  return (
    <FormModal
      title={t('发帖')}
      okText={t('发布帖子')}
      items={data.form}
      status={1}
      row={null}
      {...(sectionId === undefined ? {} : { prefill: { sectionId } })}
      draft="bbsTopic.add"
      submit={body => api.write<{ id: string }>('/bbsTopic/insert', body, { quiet: true })}
      onDone={answer => onDone((answer as { id: string }).id)}
      onClose={onClose}
    />
  )
}
