/** The like of one reply, beside what else can be done with it. */
import { LikeFilled, LikeOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ThreadComment } from '#platform/declare/wire-thread.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { ReplyLikes } from './answers.ts'

/** One question for all replies of a topic. */
const keyOf = (topicId: string) => ['bbsReplyLikes', topicId] as const

export function ReplyLike({ topicId, comment }: { topicId: string; comment: ThreadComment }) {
  const client = useQueryClient()
  const { data } = useQuery<readonly ReplyLikes[]>({
    queryKey: keyOf(topicId),
    queryFn: ({ signal }) => api.post('/bbsTopic/replyLikes', { id: topicId }, { signal, quiet: true }),
  })
  const { likes, liked } = data?.find(one => one.replyId === comment.id) ?? { likes: 0, liked: false }
  const like = async (): Promise<void> => {
    try {
      await api.write('/bbsTopic/likeReply', { id: topicId, replyId: comment.id })
    } catch {
      // the call has said why
    } finally {
      void client.invalidateQueries({ queryKey: keyOf(topicId) })
    }
  }
  return (
    <Button
      type="link"
      size="small"
      aria-pressed={liked}
      icon={liked ? <LikeFilled aria-hidden /> : <LikeOutlined aria-hidden />}
      onClick={() => void like()}
    >
      {t('点赞 {n}', { n: likes })}
    </Button>
  )
}
