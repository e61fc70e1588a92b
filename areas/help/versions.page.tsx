/** 文章版本: two versions of an article side by side. */
import { useQuery } from '@tanstack/react-query'
import { Empty, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { ArticleVersion } from './answers.ts'
import { pairsOf, paragraphsOf, type Pair } from '#platform/format/paragraphs.ts'
import './help.css'

const nameOf = ({ revision }: ArticleVersion): string => (revision === null ? t('未审核的修订') : t('第 {n} 版', { n: revision }))

export default function HelpVersions() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const { data, error, refetch } = useQuery<readonly ArticleVersion[]>({
    queryKey: ['helpArticle', 'versions', id],
    queryFn: ({ signal }) => api.post('/HelpArticle/versions', { id }, { signal, quiet: true }),
    enabled: id !== '',
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (id === '') return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('请从“文章管理”选择一篇文章，点“比较版本”')} />
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return <Compared key={id} versions={data} />
}

function Compared({ versions }: { readonly versions: readonly ArticleVersion[] }) {
  const [left, setLeft] = useState(Math.min(1, versions.length - 1))
  const [right, setRight] = useState(0)
  const [before, after] = [versions[left], versions[right]]
  if (before === undefined || after === undefined) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />
  const pairs = pairsOf(textsOf(before), textsOf(after))
  const changes = pairs.filter(pair => pair.kind !== 'same').length
  const options = versions.map((one, value) => ({ value, label: nameOf(one) }))
  return (
    <div className="zg-help-versions">
      <h1>{after.title}</h1>
      <p className="zg-help-none" aria-live="polite">
        {changes === 0 ? t('两个版本的文字相同') : t('{n} 处不同', { n: changes })}
      </p>
      <table className="zg-table">
        <thead>
          <tr>
            <th scope="col">
              <Select aria-label={t('左边的版本')} value={left} options={options} onChange={setLeft} />
              <small>{`${before.by} ${showInstant(before.at)}`}</small>
            </th>
            <th scope="col">
              <Select aria-label={t('右边的版本')} value={right} options={options} onChange={setRight} />
              <small>{`${after.by} ${showInstant(after.at)}`}</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, i) => (
            <PairRow key={`${i} ${pair.kind}`} pair={pair} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const textsOf = ({ title, keywords, content }: ArticleVersion): string[] => [
  title,
  ...(keywords === null || keywords === '' ? [] : [t('关键词：{words}', { words: keywords })]),
  ...paragraphsOf(content),
]

function PairRow({ pair: { kind, left, right } }: { readonly pair: Pair }) {
  const [minus, plus] = [kind === 'gone' || kind === 'changed', kind === 'added' || kind === 'changed']
  return (
    <tr data-kind={kind}>
      <td data-side={minus ? 'gone' : undefined}>{minus ? <del>{left}</del> : left}</td>
      <td data-side={plus ? 'added' : undefined}>{plus ? <ins>{right}</ins> : right}</td>
    </tr>
  )
}
