package family.heartwood.app;

import android.Manifest;
import com.getcapacitor.Plugin;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.getcapacitor.annotation.Permission;

/** Tells what the app may use: `checkPermissions` of Capacitor does it for what is named here. */
@CapacitorPlugin(name = "Access", permissions = { @Permission(alias = "camera", strings = { Manifest.permission.CAMERA }) })
public class AccessPlugin extends Plugin {}
