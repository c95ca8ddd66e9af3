import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { callTo, mailTo } from '#platform/contact-links.ts';
import { useSession } from '#platform/session.ts';
import { useMember } from '../hooks/use-member.ts';

/** What a member writes about themself, and how guardians reach them; nothing where there is neither. */
export function AboutMember({ personId }: { personId: string }) {
  const { user } = useSession();
  const { member } = useMember(personId);
  if (!member) return null;
  const { description } = member;
  const { email, phone } = member.user_id === user?.id ? { email: null, phone: null } : member;
  if (!description && !email && !phone) return null;
  return (
    <div className="mt-5">
      {description && <p className="type-story whitespace-pre-line [overflow-wrap:anywhere]">{description}</p>}
      {(email || phone) && (
        <ul className={description ? 'mt-2' : undefined}>
          {email && (
            <Reach icon={<Mail className="icon-s shrink-0" />} href={mailTo(email)}>
              {email}
            </Reach>
          )}
          {phone && (
            <Reach icon={<Phone className="icon-s shrink-0" />} href={callTo(phone)}>
              {phone}
            </Reach>
          )}
        </ul>
      )}
    </div>
  );
}

/** One way to reach somebody: a link where it leads somewhere. */
function Reach({ icon, href, children }: { icon: ReactNode; href: string | undefined; children: string }) {
  const look = 'inline-flex min-h-hit max-w-full items-center gap-2.5';
  const words = <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>;
  return (
    <li>
      {href ? (
        <a href={href} className={`${look} text-fir`}>
          {icon}
          {words}
        </a>
      ) : (
        <span className={look}>
          {icon}
          {words}
        </span>
      )}
    </li>
  );
}
