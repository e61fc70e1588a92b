/** 帮助文章: types at the side; what was found, what stands in a type, or one article to be read. */
import { Empty, Input, Pagination } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { Marked } from '#platform/web/shell/search/marked.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { clearable } from '#platform/web/widgets/clearable.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { FoundArticle, TypeNode } from './answers.ts'
import { ArticleReader } from './article-reader.tsx'
import { TypeTree } from './type-tree.tsx'
import { articlesPath, articleUrl, pageSize, questionsPath, searchUrl, useAnswer, useFound, useTypes } from './use-help.tsx'
import './help.css'

export default function HelpArticles() {
  const [search] = useSearchParams()
  const { go } = useShell()
  const types = useTypes()
  const [id, keyword, type] = [search.get('id'), search.get('q')?.trim() ?? '', search.get('type')]
  return (
    <div className="zg-help-shelf">
      <aside>
        <Input.Search
          key={keyword}
          defaultValue={keyword}
          allowClear={clearable()}
          maxLength={100}
          aria-label={t('搜索帮助')}
          placeholder={t('搜索帮助')}
          onSearch={words => go(words.trim() === '' ? articlesPath : searchUrl(words.trim()))}
        />
        <TypeTree label={t('帮助分类')} types={types.data ?? []} chosen={type} onChoose={one => go(`${articlesPath}?type=${one}`)} />
      </aside>
      <div className="zg-help-main">
        {id !== null ? (
          <ArticleReader key={id} id={id} />
        ) : keyword === '' ? (
          <OfType key={type ?? ''} type={type} types={types.data ?? []} />
        ) : (
          <Results key={keyword} keyword={keyword} />
        )}
      </div>
    </div>
  )
}

function Results({ keyword }: { readonly keyword: string }) {
  const { go } = useShell()
  const [pageNum, setPage] = useState(1)
  const { data, error, refetch } = useFound(keyword, pageNum)
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <h1>{t('“{keyword}”的搜索结果', { keyword })}</h1>
      <p className="zg-help-none" aria-live="polite">
        {data.total === 0 ? t('没有找到，换个说法试试') : t('共 {n} 篇', { n: data.total })}
      </p>
      {data.total === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('您搜的词已经告诉编辑，也可以到问答里提问')}>
          <button type="button" className="zg-help-link" onClick={() => go(questionsPath)}>
            {t('去问答')}
          </button>
        </Empty>
      )}
      <ul className="zg-help-found">
        {data.list.map(one => (
          <Hit key={one.id} found={one} />
        ))}
      </ul>
      {data.total > pageSize && (
        <Pagination
          itemRender={pageSteps}
          current={pageNum}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}

function Hit({ found: { id, title, titleMarks, excerpt, marks, typePath } }: { readonly found: FoundArticle }) {
  const { go } = useShell()
  return (
    <li>
      <button type="button" onClick={() => go(articleUrl(id))}>
        <Marked text={title} hits={titleMarks} />
      </button>
      <p>
        <Marked text={excerpt} hits={marks} />
      </p>
      <small>{typePath.join(' / ')}</small>
    </li>
  )
}

const nameOf = (types: readonly TypeNode[], id: string): string | undefined => {
  for (const one of types) {
    const found = one.id === id ? one.name : nameOf(one.children, id)
    if (found !== undefined) return found
  }
  return undefined
}

const titleOf = (row: Row): string => {
  const english = asText(row['titleEn'] ?? '')
  return currentLanguage() === 'en-US' && english !== '' ? english : asText(row['title'])
}

/** Articles of a type and of those below it; without a type all of them. */
function OfType({ type, types }: { readonly type: string | null; readonly types: readonly TypeNode[] }) {
  const { go } = useShell()
  const [pageNum, setPage] = useState(1)
  const { data, error, refetch } = useAnswer<ListAnswer>(['ofType', type, pageNum], signal =>
    api.post(
      '/HelpArticle/publishedList',
      {
        pageNum,
        pageSize: 20,
        conditionList: [
          { field: 'isArchived', condition: 'EQ', value: '0' },
          ...(type === null ? [] : [{ field: 'typeId', condition: 'IN', condList: [type] }]),
        ],
      },
      { signal, quiet: true },
    ),
  )
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <h1>{(type === null ? undefined : nameOf(types, type)) ?? t('全部文章')}</h1>
      {data.list.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这个类型还没有文章')} />}
      <ul className="zg-help-found">
        {data.list.map(row => (
          <li key={row.id}>
            <button type="button" onClick={() => go(articleUrl(row.id))}>
              {titleOf(row)}
            </button>
            <p>{asText(row['contentText'] ?? '').slice(0, 80)}</p>
            <small>
              {asText(row['typeIdLabel'] ?? '')} · {showInstant(asText(row['publishedAt']))}
            </small>
          </li>
        ))}
      </ul>
      {data.total > 20 && (
        <Pagination itemRender={pageSteps} current={pageNum} pageSize={20} total={data.total} showSizeChanger={false} onChange={setPage} />
      )}
    </>
  )
}
