/** What a reader does with an article: confirms that he has read it, likes it, prints it. */
import { CheckCircleFilled, LikeFilled, LikeOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReadArticle } from './answers.ts'
import { kinds, type Kind } from './kinds.tsx'

type Changed = (more: Partial<ReadArticle>) => void

/** Until it is confirmed it says what is asked for; afterwards that it is done. */
export function ConfirmBar({ article, onChanged }: { article: ReadArticle; onChanged: Changed }) {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const by = article['confirmBy']
  const confirm = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.write('/noticeSetting/confirmRead', { id: article.id })
      onChanged({ confirmed: true })
      await client.invalidateQueries({ queryKey: ['noticePublished', 'waiting'] })
    } finally {
      setBusy(false)
    }
  }
  if (article.confirmed)
    return (
      <p className="zg-article-confirm" data-done>
        <CheckCircleFilled aria-hidden /> {t('您已确认阅读这条公告')}
      </p>
    )
  return (
    <div className="zg-article-confirm">
      <p>
        {typeof by === 'string'
          ? t('这条公告需要您确认已阅读，请在 {time} 前完成', { time: showInstant(by).slice(0, 16) })
          : t('这条公告需要您确认已阅读')}
      </p>
      <Button type="primary" size="large" loading={busy} onClick={() => void ignoreShownRefusal(confirm())}>
        {t('我已阅读并确认')}
      </Button>
    </div>
  )
}

export function ArticleTools({ kind, article, onChanged }: { kind: Kind; article: ReadArticle; onChanged: Changed }) {
  const [busy, setBusy] = useState(false)
  const like = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = { id: article.id, liked: !article.liked }
      const { liked, likes } = await api.write<{ liked: boolean; likes: number }>(kinds[kind].like, body)
      onChanged({ liked, likes })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="zg-article-tools">
      <Button
        shape="round"
        loading={busy}
        aria-pressed={article.liked}
        icon={article.liked ? <LikeFilled aria-hidden /> : <LikeOutlined aria-hidden />}
        onClick={() => void ignoreShownRefusal(like())}
      >
        {article.likes === 0 ? t('点赞') : t('点赞 {n}', { n: article.likes })}
      </Button>
      <Button shape="round" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
        {t('打印')}
      </Button>
    </div>
  )
}
