/** 问答: looked for with auto-completion, by type and product; what is not found is asked. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AutoComplete, Button, Empty, Input, Pagination, TreeSelect } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListAnswer } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useDebounced } from '#platform/web/values/use-debounced.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { clearable } from '#platform/web/widgets/clearable.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { ProductNode } from './answers.ts'
import { CommonQuestions, OwnSearches } from './qa-side.tsx'
import { QaAnswer } from './qa-answer.tsx'
import { TypeTree } from './type-tree.tsx'
import { useQa, useQaTypes } from './use-qa.tsx'
import './help.css'

const askPath = '/help-article/question'
const completeMs = 250
const listed = 10

export default function QaPage() {
  const [search, setSearch] = useSearchParams()
  const { go, open } = useShell()
  const [keyword, type, product, id] = ['q', 'type', 'product', 'id'].map(name => search.get(name) ?? '')
  const types = useQaTypes()
  const set = (values: Readonly<Record<string, string>>): void =>
    setSearch(before => {
      const next = new URLSearchParams(before)
      next.delete('id')
      for (const [name, value] of Object.entries(values))
        if (value === '') next.delete(name)
        else next.set(name, value)
      return next
    })
  return (
    <div className="zg-help-shelf">
      <aside>
        <TypeTree
          label={t('问答分类')}
          types={types.data ?? []}
          chosen={type ?? null}
          onChoose={one => set({ type: one === type ? '' : one })}
        />
        <OwnSearches onChoose={words => set({ q: words })} />
      </aside>
      <div className="zg-help-main">
        <h1>{t('问答')}</h1>
        <div className="zg-qa-bar">
          <Words key={keyword} keyword={keyword ?? ''} onSearch={words => set({ q: words })} onOpen={one => set({ id: one })} />
          <ProductChoice value={product ?? ''} onChange={one => set({ product: one })} />
          <Button type="primary" onClick={() => go(`${askPath}?begin=add`)}>
            {t('我要提问')}
          </Button>
          <Button onClick={() => open(askPath)}>{t('全部提问')}</Button>
        </div>
        {id ? (
          <QaAnswer key={id} id={id} keyword={keyword ?? ''} />
        ) : (
          <>
            {!keyword && !type && !product && <CommonQuestions onOpen={one => set({ id: one })} />}
            <Questions key={`${keyword} ${type} ${product}`} {...{ keyword, type, product }} onOpen={one => set({ id: one })} />
          </>
        )}
      </div>
    </div>
  )
}

interface WordsProps {
  readonly keyword: string
  onSearch(words: string): void
  onOpen(id: string): void
}

/** The search box: questions that hold what is typed are offered. */
function Words({ keyword, onSearch, onOpen }: WordsProps) {
  const [typed, setTyped] = useState(keyword)
  const [asked, setAsked] = useState('')
  const later = useDebounced((words: string) => setAsked(words.trim()), completeMs)
  const { data } = useQuery<readonly { readonly id: string; readonly question: string }[]>({
    queryKey: ['qaListPublished', 'complete', asked],
    queryFn: ({ signal }) => api.post('/qaList/autoComplate', { keyword: asked }, { signal, quiet: true }),
    enabled: asked !== '',
    throwOnError: false,
  })
  return (
    <AutoComplete
      className="zg-qa-words"
      value={typed}
      options={asked === '' ? [] : (data ?? []).map(one => ({ value: one.id, label: one.question }))}
      onSelect={(one: string) => {
        setTyped(keyword)
        onOpen(one)
      }}
      onSearch={words => {
        setTyped(words)
        later.later(words)
      }}
    >
      <Input.Search
        allowClear={clearable()}
        maxLength={100}
        aria-label={t('搜索问答')}
        placeholder={t('输入您的问题')}
        enterButton={t('搜索')}
        onSearch={words => onSearch(words.trim())}
      />
    </AutoComplete>
  )
}

/** Products that have answers, below their categories. */
function ProductChoice({ value, onChange }: { readonly value: string; onChange(id: string): void }) {
  const { data = [] } = useQa<readonly ProductNode[]>(['products'], signal =>
    api.post('/qaProdcut/list', { pageNum: 1, pageSize: 9_999_999 }, { signal, quiet: true }),
  )
  if (data.length === 0) return null
  return (
    <TreeSelect
      className="zg-qa-product"
      aria-label={t('相关商品')}
      placeholder={t('相关商品')}
      treeDataSimpleMode
      treeDefaultExpandAll
      allowClear={clearable()}
      value={value === '' ? null : value}
      treeData={data.map(one => ({
        id: one.id,
        pId: one.parentId ?? 0,
        value: one.id,
        title: `${one.name}（${one.count}）`,
        selectable: !one.id.startsWith('c'),
      }))}
      onChange={(one: string | null) => onChange(one ?? '')}
    />
  )
}

interface QuestionsProps {
  readonly keyword: string | undefined
  readonly type: string | undefined
  readonly product: string | undefined
  onOpen(id: string): void
}

function Questions({ keyword = '', type = '', product = '', onOpen }: QuestionsProps) {
  const [pageNum, setPage] = useState(1)
  const client = useQueryClient()
  const { data, error, refetch } = useQa<ListAnswer>(['list', keyword, type, product, pageNum], async signal => {
    const ask = { keyword, typeId: type || null, productId: product || null, pageNum, pageSize: listed }
    const found = await api.post<ListAnswer>('/qaList/docList', ask, { signal, quiet: true })
    if (keyword !== '' && pageNum === 1) {
      await api.write('/qaSearchHistory/insert', { keywords: keyword, results: found.total }, { quiet: true })
      void client.invalidateQueries({ queryKey: ['qaListPublished', 'own'] })
    }
    return found
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <section aria-label={t('问答列表')}>
      <p className="zg-help-none" aria-live="polite">
        {data.total > 0 && t('共 {n} 条', { n: data.total })}
      </p>
      {data.total === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有找到答案，点“我要提问”，有人回答后会通知您')} />}
      <ul className="zg-help-found">
        {data.list.map(row => (
          <li key={row.id}>
            <button type="button" onClick={() => onOpen(row.id)}>
              {asText(row['question'])}
            </button>
            <p>{asText(row['answerText'] ?? '').slice(0, 100)}</p>
            <small>{asText(row['typeIdLabel'] ?? '')}</small>
          </li>
        ))}
      </ul>
      {data.total > listed && (
        <Pagination
          itemRender={pageSteps}
          current={pageNum}
          pageSize={listed}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  )
}
