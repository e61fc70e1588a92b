/** One article as its readers see it: 720 px of text, gallery and files, confirmation, likes, comments, the ones beside it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Empty } from 'antd'
import { useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { callUrl } from '#platform/web/api/request.ts'
import { FileItem, isPicture } from '#platform/web/files/file-item.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { RichTextView } from '#platform/web/rich-text/rich-text.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import RecordThread from '#platform/web/thread/record-thread.tsx'
import type { ReadArticle } from './answers.ts'
import { ArticleSteps } from './article-steps.tsx'
import { ArticleTools, ConfirmBar } from './article-tools.tsx'
import { kinds, type Kind } from './kinds.tsx'
import './article.css'
import '#platform/web/files/files-control.css'

/** characters that a person reads in a minute */
const readInMinute = 400

/** Minutes to read it, at least one; pictures and formats do not count. */
function minutesOf(html: string): number {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
  return Math.max(1, Math.round([...text.replaceAll(/\s/g, '')].length / readInMinute))
}

export function ArticlePage({ kind }: { kind: Kind }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id === null || !/^\d{1,18}$/.test(id)) return <Empty description={t('没有这篇内容，请从列表中打开')} />
  return <OneArticle key={id} kind={kind} id={id} />
}

function OneArticle({ kind, id }: { kind: Kind; id: string }) {
  const { setTitle } = usePage()
  const client = useQueryClient()
  const key = [kinds[kind].type, 'read', id]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<ReadArticle>(`${kinds[kind].read}/${id}`, {}, { signal, quiet: true }),
    // opening it counts: not again while it stands
    staleTime: Infinity,
    throwOnError: false,
  })
  const title = data?.title
  useLayoutEffect(() => {
    if (title !== undefined) setTitle(title)
  }, [title, setTitle])
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  /** what the person did to it shows here at once; lists ask anew */
  const changed = (more: Partial<ReadArticle>): void => {
    client.setQueryData<ReadArticle>(key, now => (now === undefined ? now : { ...now, ...more }) as ReadArticle | undefined)
    void client.invalidateQueries({ queryKey: [kinds[kind].type, 'front'] })
  }
  const content = asText(data.content ?? '')
  return (
    <div className="zg-article-page">
      <article className="zg-article">
        <ArticleHead article={data} minutes={minutesOf(content)} />
        <RichTextView value={content} />
        <Attached files={data.files ?? []} />
        {data['mustRead'] === true && <ConfirmBar article={data} onChanged={changed} />}
        <ArticleTools kind={kind} article={data} onChanged={changed} />
        <ArticleSteps kind={kind} id={id} />
      </article>
      {data['allowComment'] === true && (
        <section className="zg-article zg-article-talk">
          <h2>{t('评论')}</h2>
          <RecordThread resource={kinds[kind].type} id={id} isBelow />
        </section>
      )}
    </div>
  )
}

function ArticleHead({ article, minutes }: { article: ReadArticle; minutes: number }) {
  const cover = article.cover?.[0]
  const words = [article['typeIdLabel'], article['author'], article['source']].filter(word => typeof word === 'string' && word !== '')
  return (
    <header>
      <h1>{article.title}</h1>
      <p className="zg-article-meta">
        {words.map(word => (
          <span key={String(word)}>{String(word)}</span>
        ))}
        <time dateTime={article.publishedAt}>{showInstant(article.publishedAt).slice(0, 16)}</time>
        <span>{t('阅读约 {n} 分钟', { n: minutes })}</span>
        <span>{t('{n} 人已读', { n: article.readers })}</span>
        {article.isArchived && <span>{t('已存档')}</span>}
      </p>
      {cover !== undefined && <img className="zg-article-hero" src={callUrl('/fileUpload/down2', { id: cover.id, w: 960 })} alt="" />}
    </header>
  )
}

/** Pictures as a gallery that opens large, other files as lines to fetch. */
function Attached({ files }: { files: readonly UploadedFile[] }) {
  const pictures = files.filter(isPicture)
  const others = files.filter(file => !isPicture(file))
  return (
    <>
      {pictures.length > 0 && (
        <ul className="zg-article-gallery" aria-label={t('图片')}>
          {pictures.map(file => (
            <FileItem key={file.id} file={file} isTile />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="zg-article-files" aria-label={t('附件')}>
          {others.map(file => (
            <FileItem key={file.id} file={file} isTile={false} />
          ))}
        </ul>
      )}
    </>
  )
}
