/** The front page of news or notices: covers or lines, newest first, words looked for, page by page. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Empty, Input, Pagination, Segmented, Select } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { clearable, clearableText } from '#platform/web/widgets/clearable.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { Article, ArticleKind, ArticlePage } from './answers.ts'
import { ArticleLink, Cover, MetaLine, Signs } from './article-parts.tsx'
import { kinds, nothingYet, type Kind } from './kinds.tsx'
import './article.css'

const pageSize = 12

export function ArticleList({ kind }: { kind: Kind }) {
  const { menu } = usePage()
  const [pageNum, setPageNum] = useState(1)
  const [keyword, setKeyword] = useState('')
  const [waiting, setWaiting] = useState(false)
  const [typeId, setTypeId] = useState<string | undefined>()
  const query = {
    pageNum,
    pageSize,
    ...(keyword === '' ? {} : { keyword }),
    ...(waiting ? { waiting: 'true' } : {}),
    ...(typeId === undefined ? {} : { typeId }),
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [kinds[kind].type, 'front', query],
    queryFn: ({ signal }) => api.get<ArticlePage>(kinds[kind].front, query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, asked) => isPageFailure(reason, asked.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  const isNarrowed = keyword !== '' || waiting || typeId !== undefined
  return (
    <div className="zg-articles" aria-busy={isPlaceholderData}>
      <ListHead
        kind={kind}
        title={menu.meta.title}
        waiting={waiting}
        types={data.kinds}
        typeId={typeId}
        onType={chosen => {
          setTypeId(chosen)
          setPageNum(1)
        }}
        onWaiting={only => {
          setWaiting(only)
          setPageNum(1)
        }}
        onKeyword={words => {
          setKeyword(words)
          setPageNum(1)
        }}
      />
      {data.list.length === 0 ? (
        <Nothing kind={kind} narrowed={{ waiting, keyword, typeId }} onAll={() => (waiting ? setWaiting(false) : setTypeId(undefined))} />
      ) : (
        <ul className={kind === 'news' ? 'zg-articles-grid' : 'zg-articles-lines'}>
          {data.list.map((article, at) =>
            kind === 'news' ? (
              <NewsTile key={article.id} article={article} isFirst={at === 0 && pageNum === 1 && !isNarrowed} />
            ) : (
              <NoticeLine key={article.id} article={article} />
            ),
          )}
        </ul>
      )}
      {data.total > pageSize && (
        <Pagination
          align="end"
          current={pageNum}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          itemRender={pageSteps}
          showTotal={total => t('共 {total} 条', { total })}
          onChange={setPageNum}
        />
      )}
    </div>
  )
}

interface NothingProps {
  readonly kind: Kind
  readonly narrowed: { readonly waiting: boolean; readonly keyword: string; readonly typeId: string | undefined }
  readonly onAll: () => void
}

function Nothing({ kind, narrowed: { waiting, keyword, typeId }, onAll }: NothingProps) {
  const of = typeId === undefined ? nothingYet(kind) : t('这个分类还没有内容')
  const found = keyword === '' ? of : t('没有找到含有“{keyword}”的内容', { keyword })
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={waiting ? t('没有待您确认的公告') : found}>
      {(waiting || typeId !== undefined) && <Button onClick={onAll}>{waiting ? t('查看全部公告') : t('查看全部分类')}</Button>}
    </Empty>
  )
}

interface ListHeadProps {
  readonly kind: Kind
  readonly types: readonly ArticleKind[]
  readonly typeId: string | undefined
  readonly onType: (typeId: string | undefined) => void
  readonly title: string
  readonly waiting: boolean
  readonly onWaiting: (only: boolean) => void
  readonly onKeyword: (words: string) => void
}

function ListHead({ kind, title, types, typeId, onType, waiting, onWaiting, onKeyword }: ListHeadProps) {
  return (
    <header className="zg-articles-head">
      <h1>{title}</h1>
      {kind === 'notice' && (
        <Segmented
          aria-label={t('范围')}
          value={waiting ? 'waiting' : 'all'}
          options={[
            { value: 'all', label: t('全部') },
            { value: 'waiting', label: t('待我确认') },
          ]}
          onChange={value => onWaiting(value === 'waiting')}
        />
      )}
      {types.length > 0 && (
        <Select
          className="zg-articles-kinds"
          aria-label={t('分类')}
          placeholder={t('全部分类')}
          allowClear={clearable()}
          value={typeId}
          options={types.map(({ id, label }) => ({ value: id, label }))}
          onChange={chosen => onType(chosen)}
        />
      )}
      <Input.Search
        allowClear={clearableText()}
        placeholder={t('搜索标题和摘要')}
        aria-label={t('搜索标题和摘要')}
        onSearch={value => onKeyword(value.trim())}
      />
    </header>
  )
}

function NewsTile({ article, isFirst }: { article: Article; isFirst: boolean }) {
  return (
    <li data-first={isFirst || undefined} data-read={article.isRead || undefined}>
      <ArticleLink kind="news" id={article.id} className="zg-article-tile">
        <Cover article={article} width={isFirst ? 960 : 480} />
        <div>
          <h2>{article.title}</h2>
          <p className="zg-article-summary">{article.summary}</p>
          <div className="zg-article-foot">
            <span>
              <Signs article={article} />
            </span>
            <MetaLine article={article} />
          </div>
        </div>
      </ArticleLink>
    </li>
  )
}

function NoticeLine({ article }: { article: Article }) {
  return (
    <li data-read={article.isRead || undefined}>
      <ArticleLink kind="notice" id={article.id} className="zg-article-line">
        <div>
          <h2>
            {!article.isRead && <i className="zg-article-new" role="img" aria-label={t('未读')} />}
            {article.title}
          </h2>
          <p className="zg-article-summary">{article.summary}</p>
          <div className="zg-article-foot">
            <span>
              <Signs article={article} />
            </span>
            <MetaLine article={article} />
          </div>
        </div>
      </ArticleLink>
    </li>
  )
}
