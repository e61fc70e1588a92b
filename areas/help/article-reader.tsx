/** One article as its readers see it: 720 px wide, before and after, whether it has helped. */
import { feedback } from '#platform/web/api/feedback.ts'
import { DislikeOutlined, LeftOutlined, LikeOutlined, RightOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { RichTextView } from '#platform/web/rich-text/rich-text.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { ReadArticle } from './answers.ts'
import { articlesPath, articleUrl, centrePath, useArticle } from './use-help.tsx'

export function ArticleReader({ id }: { readonly id: string }) {
  const { go } = useShell()
  const { data, error, refetch } = useArticle(id)
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <article className="zg-help-article">
      <nav aria-label={t('当前位置')} className="zg-help-path">
        <button type="button" onClick={() => go(centrePath)}>
          {t('帮助中心')}
        </button>
        {data.typePath.map(name => (
          <span key={name}>{` / ${name}`}</span>
        ))}
      </nav>
      <h1>{asText(data['title'])}</h1>
      <p className="zg-help-meta">
        {t('更新于 {at}', { at: showInstant(asText(data['publishedAt'])) })} · {t('{n} 次浏览', { n: data.views })}
        {typeof data['ownerIdLabel'] === 'string' && ` · ${t('负责人 {name}', { name: data['ownerIdLabel'] })}`}
      </p>
      {data['isArchived'] === true && <Alert type="warning" showIcon title={t('这篇文章已存档，内容可能已经过时')} />}
      <RichTextView value={asText(data['content'] ?? '')} />
      <Helpful article={data} />
      <nav aria-label={t('相邻文章')} className="zg-help-beside">
        <Button
          type="link"
          disabled={data.previous === null}
          icon={<LeftOutlined aria-hidden />}
          onClick={() => data.previous !== null && go(articleUrl(data.previous.id))}
        >
          {data.previous?.title ?? t('没有上一篇')}
        </Button>
        <Button
          type="link"
          disabled={data.next === null}
          icon={<RightOutlined aria-hidden />}
          iconPlacement="end"
          onClick={() => data.next !== null && go(articleUrl(data.next.id))}
        >
          {data.next?.title ?? t('没有下一篇')}
        </Button>
      </nav>
      <Button onClick={() => go(`${articlesPath}?type=${asText(data['typeId'])}`)}>{t('同类文章')}</Button>
    </article>
  )
}

function Helpful({ article: { id, isHelpful } }: { readonly article: Pick<ReadArticle, 'id' | 'isHelpful'> }) {
  const [said, setSaid] = useState(isHelpful)
  const client = useQueryClient()
  const say = async (word: boolean): Promise<void> => {
    try {
      await api.write('/HelpArticle/feedback', { id, isHelpful: word })
      setSaid(word)
      feedback.success(word ? t('谢谢，已记下') : t('已记下，编辑会改进这篇文章'))
    } finally {
      void client.invalidateQueries({ queryKey: ['helpArticlePublished', 'index'] })
    }
  }
  return (
    <div className="zg-help-vote" role="group" aria-label={t('这篇文章有帮助吗')}>
      <span>{t('这篇文章有帮助吗')}</span>
      <Button type={said === true ? 'primary' : 'default'} icon={<LikeOutlined aria-hidden />} onClick={() => void say(true)}>
        {t('有帮助')}
      </Button>
      <Button type={said === false ? 'primary' : 'default'} icon={<DislikeOutlined aria-hidden />} onClick={() => void say(false)}>
        {t('没有帮助')}
      </Button>
    </div>
  )
}
