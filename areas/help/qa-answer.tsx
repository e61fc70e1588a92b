/** One question with its answer, whether it has helped, and the question of a colleague it was taken from. */
import { feedback } from '#platform/web/api/feedback.ts'
import { DislikeOutlined, LikeOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { RichTextView } from '#platform/web/rich-text/rich-text.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { recordRouteOf, recordUrl } from '#platform/web/page/record-routes.ts'
import type { SearchedWords } from './answers.ts'
import { useQa } from './use-qa.tsx'

export function QaAnswer({ id, keyword }: { readonly id: string; readonly keyword: string }) {
  const { open, routes } = useShell()
  const { data, error, refetch } = useQa<Row>(['read', id], signal => api.get('/qaList/browse', { id }, { signal, quiet: true }))
  const client = useQueryClient()
  useEffect(() => {
    // what was opened is noted beside the words, where the reader has looked for them himself
    const own = client.getQueryData<readonly SearchedWords[]>(['qaListPublished', 'own']) ?? []
    if (own.some(one => one.keywords === keyword))
      // a note for the reader alone: the answer is shown without it as well
      void api.write('/qaSearchHistory/updateByKeywords', { keywords: keyword, docId: id }, { quiet: true }).catch(() => undefined)
  }, [id, keyword, client])
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  const record = recordRouteOf(routes, 'qaForm')
  const formId = data['formId']
  return (
    <article className="zg-help-article">
      <h2>{asText(data['question'])}</h2>
      <p className="zg-help-meta">
        {asText(data['typeIdLabel'] ?? '')} {t('更新于 {at}', { at: showInstant(asText(data['publishedAt'])) })}
      </p>
      <RichTextView value={asText(data['answer'] ?? '')} />
      {typeof formId === 'string' && record !== null && (
        <Button type="link" onClick={() => open(recordUrl(record, formId))}>
          {t('查看原来的提问')}
        </Button>
      )}
      <Vote id={id} isHelpful={(data['isHelpful'] as boolean | null) ?? null} />
    </article>
  )
}

function Vote({ id, isHelpful }: { readonly id: string; readonly isHelpful: boolean | null }) {
  const [said, setSaid] = useState(isHelpful)
  const say = async (word: boolean): Promise<void> => {
    await api.write('/qaList/feedback', { id, isHelpful: word })
    setSaid(word)
    feedback.success(t('谢谢，已记下'))
  }
  return (
    <div className="zg-help-vote" role="group" aria-label={t('这个回答有帮助吗')}>
      <span>{t('这个回答有帮助吗')}</span>
      <Button type={said === true ? 'primary' : 'default'} icon={<LikeOutlined aria-hidden />} onClick={() => void say(true)}>
        {t('有帮助')}
      </Button>
      <Button type={said === false ? 'primary' : 'default'} icon={<DislikeOutlined aria-hidden />} onClick={() => void say(false)}>
        {t('没有帮助')}
      </Button>
    </div>
  )
}
