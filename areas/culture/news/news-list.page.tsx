/** 公司新闻: what everybody reads of the company. */
import { ArticleList } from './article-list.tsx'

export default function NewsListPage() {
  return <ArticleList kind="news" />
}
