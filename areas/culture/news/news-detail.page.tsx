/** One piece of news, by the `id` of the address. */
import { ArticlePage } from './article-page.tsx'

export default function NewsDetailPage() {
  return <ArticlePage kind="news" />
}
