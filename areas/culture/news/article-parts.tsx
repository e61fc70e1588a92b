/** Small parts of lists and cards of articles: the cover, the signs beside a title, the line below it. */
import { EyeOutlined, LikeOutlined, PushpinFilled } from '@ant-design/icons'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { callUrl } from '#platform/web/api/request.ts'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { Article, NoticeArticle } from './answers.ts'
import { detailUrl, type Kind } from './kinds.tsx'

/** The server makes pictures of these widths. */
type Width = 240 | 480 | 960

/** The picture of an article; without one a plain field of the accent with the first character of its title. */
export function Cover({ article: { coverId, title }, width }: { article: Pick<Article, 'coverId' | 'title'>; width: Width }) {
  return coverId === null ? (
    <span className="zg-article-cover" data-plain aria-hidden>
      {[...title][0]}
    </span>
  ) : (
    <img className="zg-article-cover" src={callUrl('/fileUpload/down2', { id: coverId, w: width })} alt="" loading="lazy" />
  )
}

const isNotice = (article: Article): article is NoticeArticle => 'mustRead' in article

/** On top, new, to be confirmed. */
export function Signs({ article }: { article: Article }) {
  return (
    <>
      {article.sticky && (
        <Tag color="orange" icon={<PushpinFilled aria-hidden />}>
          {t('已置顶')}
        </Tag>
      )}
      {isNotice(article) && article.mustRead && (
        <Tag color={article.confirmed ? 'green' : 'red'}>{article.confirmed ? t('已确认') : t('待确认')}</Tag>
      )}
      {article.typeLabel !== null && <Tag>{article.typeLabel}</Tag>}
    </>
  )
}

export function MetaLine({ article: { publishAt, readers, likes } }: { article: Article }) {
  return (
    <p className="zg-article-meta">
      <time dateTime={publishAt}>{showInstant(publishAt).slice(0, 10)}</time>
      <span title={t('已读人数')}>
        <EyeOutlined aria-hidden /> {readers}
      </span>
      <span title={t('点赞数')}>
        <LikeOutlined aria-hidden /> {likes}
      </span>
    </p>
  )
}

/** A link to the page of one article. */
export function ArticleLink({ kind, id, className, children }: { kind: Kind; id: string; className?: string; children: ReactNode }) {
  const { open } = useShell()
  const url = detailUrl(kind, id)
  return (
    <a
      href={url}
      {...(className === undefined ? {} : { className })}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        open(url)
      }}
    >
      {children}
    </a>
  )
}
