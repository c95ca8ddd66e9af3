import createClient from 'openapi-fetch';
import type { paths } from './openapi.gen.ts';

// What a program of somebody else does with the API, knowing its description alone: a parent registers, shares something and reads it.
// node family.ts <base address> <email> <password> <text>

const [baseUrl = '', email = '', password = '', text = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await shareFirstPost()));

async function shareFirstPost() {
  const client = createClient<paths>({ baseUrl });
  const registered = await client.POST('/api/register', {
    body: { firstname: 'Nora', lastname: 'Whitlock', email, password, password_confirmation: password },
  });
  if (!registered.data) throw new Error(registered.error.message);
  const { token, profile } = registered.data.data;
  const headers = { authorization: `Bearer ${token}` };
  const shared = await client.POST('/api/posts', { headers, body: { text } });
  if (!shared.data) throw new Error(shared.error.message);
  const { id } = shared.data.data.post;
  const found = await client.GET('/api/posts/{id}', { headers, params: { path: { id } } });
  const feed = await client.GET('/api/posts', { headers, params: { query: { limit: 5 } } });
  const unknown = await client.GET('/api/posts/{id}', { headers, params: { path: { id: profile.user_id } } });
  return {
    post: found.data?.data.post,
    feed: feed.data?.data.items.map((post) => post.text),
    refusal: unknown.error?.status_code,
  };
}
