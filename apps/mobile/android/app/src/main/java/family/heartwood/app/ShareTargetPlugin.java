package family.heartwood.app;

import android.content.ContentResolver;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.provider.OpenableColumns;
import androidx.core.content.IntentCompat;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Keeps what other apps share until the app has taken it: each share is a folder with its files, named 0, 1, 2, and share.json, which is written
 * last. The permission to read what was shared ends with the activity, so all of it is copied at once, off the main thread.
 */
@CapacitorPlugin(name = "ShareTarget")
public class ShareTargetPlugin extends Plugin {

    /** One more than a post holds: the composer says that there are too many. */
    private static final int MOST = 61;
    private static final String KEPT = "family.heartwood.app.KEPT";

    private final ExecutorService copying = Executors.newSingleThreadExecutor();

    @Override
    public void load() {
        // What was being copied when the system ended the app cannot be read any more.
        copying.execute(() -> {
            for (File folder : folders()) if (!described(folder).exists()) delete(folder);
        });
    }

    @Override
    protected void handleOnNewIntent(Intent intent) {
        boolean isShare = Intent.ACTION_SEND.equals(intent.getAction()) || Intent.ACTION_SEND_MULTIPLE.equals(intent.getAction());
        // Android hands the same intent again where it brings the activity back, from the list of recent apps or in another language.
        boolean isOld = (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0 || intent.getBooleanExtra(KEPT, false);
        if (!isShare || isOld) return;
        intent.putExtra(KEPT, true);
        copying.execute(() -> keep(intent));
    }

    /** What waits, each with its folder and the text of its share.json. */
    @PluginMethod
    public void list(PluginCall call) {
        JSArray shares = new JSArray();
        for (File folder : folders()) {
            try (InputStream from = new FileInputStream(described(folder))) {
                byte[] content = new byte[(int) described(folder).length()];
                int length = from.read(content);
                JSObject share = new JSObject();
                share.put("id", folder.getName());
                share.put("folder", folder.getPath());
                share.put("content", new String(content, 0, Math.max(0, length), StandardCharsets.UTF_8));
                shares.put(share);
            } catch (IOException notWholeYet) {
                // It is still being copied.
            }
        }
        JSObject answer = new JSObject();
        answer.put("shares", shares);
        call.resolve(answer);
    }

    /** Forgets a share. */
    @PluginMethod
    public void remove(PluginCall call) {
        for (File folder : folders()) if (folder.getName().equals(call.getString("id"))) delete(folder);
        call.resolve();
    }

    private void keep(Intent intent) {
        File folder = new File(inbox(), UUID.randomUUID().toString());
        JSArray files = new JSArray();
        int gone = 0;
        try {
            if (!folder.mkdirs()) throw new IOException("no room");
            for (Uri uri : urisOf(intent)) {
                try {
                    files.put(copy(uri, intent.getType(), new File(folder, String.valueOf(files.length()))));
                } catch (IOException | RuntimeException unreadable) {
                    gone++;
                }
            }
            CharSequence text = intent.getCharSequenceExtra(Intent.EXTRA_TEXT);
            JSObject share = new JSObject();
            share.put("text", text == null ? "" : text.toString());
            share.put("files", files);
            share.put("gone", gone);
            File unfinished = new File(folder, "unfinished");
            try (OutputStream to = new FileOutputStream(unfinished)) {
                to.write(share.toString().getBytes(StandardCharsets.UTF_8));
            }
            if (!unfinished.renameTo(described(folder))) throw new IOException("not renamed");
            notifyListeners("received", new JSObject());
        } catch (IOException full) {
            delete(folder);
        }
    }

    private List<Uri> urisOf(Intent intent) {
        if (Intent.ACTION_SEND.equals(intent.getAction())) {
            Uri uri = IntentCompat.getParcelableExtra(intent, Intent.EXTRA_STREAM, Uri.class);
            return uri == null ? Collections.emptyList() : Collections.singletonList(uri);
        }
        ArrayList<Uri> uris = IntentCompat.getParcelableArrayListExtra(intent, Intent.EXTRA_STREAM, Uri.class);
        return uris == null ? Collections.emptyList() : uris.subList(0, Math.min(MOST, uris.size()));
    }

    /** Copies one file. Only what another app provides: with an address of our own it could have us share what is private here. */
    private JSObject copy(Uri uri, String usual, File to) throws IOException {
        boolean isOurs = String.valueOf(uri.getAuthority()).contains(getContext().getPackageName());
        if (!ContentResolver.SCHEME_CONTENT.equals(uri.getScheme()) || isOurs) throw new IOException("not from another app");
        ContentResolver resolver = getContext().getContentResolver();
        String type = resolver.getType(uri);
        JSObject file = new JSObject();
        file.put("name", nameOf(resolver, uri));
        file.put("type", type == null ? usual : type);
        long size = 0;
        try (InputStream from = resolver.openInputStream(uri); OutputStream into = new FileOutputStream(to)) {
            if (from == null) throw new IOException("nothing there");
            byte[] some = new byte[65536];
            for (int length = from.read(some); length >= 0; length = from.read(some)) {
                into.write(some, 0, length);
                size += length;
            }
        }
        file.put("size", size);
        return file;
    }

    private String nameOf(ContentResolver resolver, Uri uri) {
        try (Cursor found = resolver.query(uri, new String[] { OpenableColumns.DISPLAY_NAME }, null, null, null)) {
            if (found != null && found.moveToFirst() && found.getString(0) != null) return found.getString(0);
        }
        return String.valueOf(uri.getLastPathSegment());
    }

    private File inbox() {
        return new File(getContext().getNoBackupFilesDir(), "shared");
    }

    private File described(File folder) {
        return new File(folder, "share.json");
    }

    private List<File> folders() {
        File[] found = inbox().listFiles();
        return found == null ? Collections.emptyList() : Arrays.asList(found);
    }

    private void delete(File folder) {
        File[] files = folder.listFiles();
        if (files != null) for (File file : files) file.delete();
        folder.delete();
    }
}
