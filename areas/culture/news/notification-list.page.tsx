/** 公司公告: what the company tells this person, and what waits for his confirmation. */
import { ArticleList } from './article-list.tsx'

export default function NotificationListPage() {
  return <ArticleList kind="notice" />
}
